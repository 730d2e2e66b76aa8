import { expect, test } from "vitest";
import { AggregationColor, generateColor, isBright } from "./picker-colours.ts";

// As in antd's colour picker (color-picker/components/ColorPresets): by luminance, and by the value over the background that
// shows through.
test.each([
  ["#ffffff", true],
  ["#ffd666", true],
  ["#409eff", false],
  ["#000000", false],
  ["rgba(0, 0, 0, 0.2)", true],
  ["rgba(0, 0, 0, 0.9)", false],
])("whether %s needs dark text: %s", (colour, bright) => {
  expect(isBright(new AggregationColor(colour), "#fff")).toBe(bright);
});

// The tooltip chooses its text colour by the luminance of this result.
test("a colour is parsed in any notation, a parsed one stays, and a missing one is black", () => {
  expect(generateColor("rgb(64, 158, 255)").toHexString()).toBe("#409eff");
  const read = new AggregationColor("#409eff");
  expect(generateColor(read)).toBe(read);
  expect(generateColor().toRgb()).toMatchObject({ r: 0, g: 0, b: 0 });
});
