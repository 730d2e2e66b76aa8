import { expect, it } from "vitest";
import { antdTheme } from "./antd-theme.ts";
import { type Colour, contrast, parseColour } from "./colour.ts";
import { palettes } from "./palette.ts";

it("keeps a filled danger button readable on hover and while it is pressed", () => {
  const white = { red: 255, green: 255, blue: 255, alpha: 1 };
  const button = antdTheme({ dark: false, themeColor: "#409EFF", size: "default" }).components?.Button;
  for (const colour of [button?.colorErrorHover, button?.colorErrorActive])
    expect(contrast(white, parseColour(String(colour)) as Colour)).toBeGreaterThanOrEqual(4.5);
});

it.each([
  ["dark", true],
  ["light", false],
] as const)("keeps the words of a chosen radio button readable in a drawer, in the %s", (name, dark) => {
  const { components, token } = antdTheme({ dark, themeColor: "#409EFF", size: "default" });
  const words = parseColour(String(components?.Radio?.colorPrimary ?? token?.colorPrimary)) as Colour;
  expect(contrast(words, parseColour(palettes[name].raised) as Colour)).toBeGreaterThanOrEqual(4.5);
});
