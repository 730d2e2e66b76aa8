import { cssColour, laidOver, mix, parseColour, primaryVariables, readableOn } from "./colour.ts";
import { palettes } from "./palette.ts";

export interface Appearance {
  dark: boolean;
  themeColor: string;
  size: "default" | "large" | "small";
}

/** Writes the appearance to the page: the class `dark`, the size, and the variables of the theme colour. */
export function applyAppearance({ dark, themeColor, size }: Appearance): void {
  const root = document.documentElement;
  root.classList.toggle("dark", dark);
  root.dataset.size = size;
  // The first-paint script set these two inline; from here on the style sheet decides.
  root.style.removeProperty("background-color");
  root.style.removeProperty("color-scheme");
  const variables = {
    ...primaryVariables(themeColor),
    "--color-fill": fillOf(themeColor),
    "--color-ink": inkOf(themeColor, dark),
  };
  for (const [name, value] of Object.entries(variables)) root.style.setProperty(name, value);
}

/** The fill that carries white text. */
export function fillOf(themeColor: string): string {
  return readableOn(themeColor, "#ffffff");
}

/** The theme colour as text: readable on every background of text, including washes of the colour itself. */
export function inkOf(themeColor: string, dark: boolean): string {
  const { hover, surface } = dark ? palettes.dark : palettes.light;
  return readableOn(readableOn(themeColor, hover), washOf(themeColor, surface, 0.2));
}

/** A faint wash of the theme colour over an opaque surface, for selected items. */
export function washOf(themeColor: string, surface: string, share: number): string {
  const below = parseColour(surface);
  const colour = parseColour(themeColor);
  return below && colour ? cssColour(mix(below, laidOver(colour, below), share)) : surface;
}
