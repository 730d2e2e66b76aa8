import { primaryVariables, readableOn } from "./colour.ts";
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
  // The first-paint script has set these two by hand; from here on the style sheet decides.
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

/** The theme colour as text: readable on the darkest or lightest ground that text stands on. */
export function inkOf(themeColor: string, dark: boolean): string {
  return dark ? readableOn(themeColor, palettes.dark.raised) : readableOn(themeColor, palettes.light.sunken);
}
