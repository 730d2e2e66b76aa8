import { expect, test } from "vitest";
import { AggregationColor, isBright } from "./button-colours.ts";

// As antd's colour picker decides it (color-picker/components/ColorPresets): by luminance, and by the value over what shows through.
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
