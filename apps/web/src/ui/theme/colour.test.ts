import { describe, expect, it } from "vitest";
import { type Colour, contrast, parseColour, predefinedColours, primaryVariables, readableOn } from "./colour.ts";
import { inkOf, washOf } from "./page-theme.ts";
import { palettes } from "./palette.ts";

const parsed = (text: string) => parseColour(text) as Colour;

describe("parseColour", () => {
  it.each([
    ["#409EFF", { red: 64, green: 158, blue: 255, alpha: 1 }],
    ["#fff", { red: 255, green: 255, blue: 255, alpha: 1 }],
    ["rgba(255,69,0,0.68)", { red: 255, green: 69, blue: 0, alpha: 0.68 }],
    ["hsva(120,40,94)", { red: 144, green: 240, blue: 144, alpha: 1 }],
  ])("reads %s", (text, expected) => expect(parseColour(text)).toEqual(expected));

  it.each(["", "blue", "#12", "rgb(a,b,c)", "url(x)"])("refuses %j", (text) => expect(parseColour(text)).toBeNull());
});

describe("readableOn", () => {
  const surfaces = ["#ffffff", palettes.light.surface, palettes.light.page, palettes.dark.surface, palettes.dark.page];
  const cases = predefinedColours.flatMap((colour) => surfaces.map((surface) => [colour, surface] as const));

  it.each(cases)("%s reads on %s", (colour, surface) => {
    const result = parsed(readableOn(colour, surface));
    expect(result.alpha).toBe(1);
    expect(contrast(result, parsed(surface))).toBeGreaterThanOrEqual(4.5);
  });

  it("leaves a readable colour unchanged", () => {
    expect(readableOn("#1d4ed8", "#ffffff")).toBe("rgb(29, 78, 216)");
  });

  it("keeps the hue recognisable: the blue stays the strongest part of the default colour", () => {
    const { red, green, blue } = parsed(readableOn("#409EFF", "#ffffff"));
    expect(blue).toBeGreaterThan(green);
    expect(green).toBeGreaterThan(red);
  });
});

describe("the theme colour as text", () => {
  const cases = predefinedColours.flatMap((colour) => [false, true].map((dark) => [colour, dark] as const));

  it.each(cases)("%s reads on every ground, dark: %s", (colour, dark) => {
    const palette = dark ? palettes.dark : palettes.light;
    const grounds = [palette.page, palette.surface, palette.raised, palette.sunken, palette.hover];
    const washes = [0.08, 0.12, 0.2].map((share) => washOf(colour, palette.surface, share));
    for (const ground of [...grounds, ...washes]) {
      expect(contrast(parsed(inkOf(colour, dark)), parsed(ground)), ground).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe("primaryVariables", () => {
  it("derives nine shades by taking 0.1 of alpha each", () => {
    const variables = primaryVariables("#409EFF");
    expect(variables["--color-primary"]).toBe("rgb(64, 158, 255)");
    expect(variables["--color-primary-dark-2"]).toBe("rgb(64, 158, 255)");
    expect(variables["--color-primary-light-1"]).toBe("rgba(64, 158, 255, 0.9)");
    expect(variables["--color-primary-light-9"]).toBe("rgba(64, 158, 255, 0.1)");
    expect(Object.keys(variables)).toHaveLength(11);
  });

  it("falls back to the first predefined colour", () => {
    expect(primaryVariables("nonsense")["--color-primary"]).toBe("rgb(64, 158, 255)");
  });
});

describe("palettes", () => {
  it.each(["light", "dark"] as const)("has readable text in %s", (name) => {
    const palette = palettes[name];
    for (const text of [palette.text, palette.textQuiet]) {
      for (const surface of [palette.page, palette.surface, palette.raised, palette.sunken, palette.hover]) {
        expect(contrast(parsed(text), parsed(surface)), `${text} on ${surface}`).toBeGreaterThanOrEqual(4.5);
      }
    }
    for (const [text, tint] of [
      [palette.successText, palette.successTint],
      [palette.warningText, palette.warningTint],
      [palette.dangerText, palette.dangerTint],
    ] as const) {
      expect(contrast(parsed(text), parsed(tint)), `${text} on ${tint}`).toBeGreaterThanOrEqual(4.5);
    }
  });
});
