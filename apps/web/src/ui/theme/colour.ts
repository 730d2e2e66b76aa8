export interface Colour {
  red: number;
  green: number;
  blue: number;
  /** 0 to 1. */
  alpha: number;
}

const white: Colour = { red: 255, green: 255, blue: 255, alpha: 1 };
const black: Colour = { red: 0, green: 0, blue: 0, alpha: 1 };

/** The colours that the settings drawer offers. */
export const predefinedColours = [
  "#409EFF",
  "#ff4500",
  "#ff8c00",
  "#90ee90",
  "#00ced1",
  "#1e90ff",
  "#c71585",
  "rgba(255,69,0,0.68)",
  "rgb(255,120,0)",
  "hsva(120,40,94)",
] as const;

/** Reads `#rgb`, `#rrggbb(aa)`, `rgb()`, `rgba()`, `hsv()` and `hsva()`; null for anything else. */
export function parseColour(text: string): Colour | null {
  const value = text.trim().toLowerCase();
  if (value.startsWith("#")) return parseHex(value.slice(1));
  const call = /^(rgba?|hsva?)\(([^)]*)\)$/.exec(value);
  if (!call) return null;
  const numbers = (call[2] ?? "").split(/[\s,/]+/).map((part) => Number(part.replace("%", "")));
  const [first = 0, second = 0, third = 0, alpha = 1] = numbers;
  if (numbers.length < 3 || numbers.some(Number.isNaN)) return null;
  if (call[1]?.startsWith("hsv")) return { ...fromHsv(first, second, third), alpha };
  return { red: first, green: second, blue: third, alpha };
}

function parseHex(digits: string): Colour | null {
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  if (!/^[0-9a-f]{6}([0-9a-f]{2})?$/.test(full)) return null;
  const at = (index: number) => Number.parseInt(full.slice(index, index + 2), 16);
  return { red: at(0), green: at(2), blue: at(4), alpha: full.length === 8 ? at(6) / 255 : 1 };
}

function fromHsv(hue: number, saturation: number, value: number): Omit<Colour, "alpha"> {
  const channel = (offset: number) => {
    const position = (offset + hue / 60) % 6;
    const strength = Math.max(0, Math.min(position, 4 - position, 1));
    return Math.round(255 * (value / 100) * (1 - (saturation / 100) * strength));
  };
  return { red: channel(5), green: channel(3), blue: channel(1) };
}

/** The colour as CSS, with its alpha only when it has one. */
export function cssColour({ red, green, blue, alpha }: Colour): string {
  const [r, g, b] = [red, green, blue].map(Math.round);
  return alpha >= 1 ? `rgb(${r}, ${g}, ${b})` : `rgba(${r}, ${g}, ${b}, ${Number(alpha.toFixed(3))})`;
}

/** Contrast of two opaque colours by WCAG 2, from 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance({ red, green, blue }: Colour): number {
  const linear = [red, green, blue].map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

/** Mixes two colours: `share` of the second, between 0 and 1. */
export function mix(first: Colour, second: Colour, share: number): Colour {
  const blend = (a: number, b: number) => a + (b - a) * share;
  return {
    red: blend(first.red, second.red),
    green: blend(first.green, second.green),
    blue: blend(first.blue, second.blue),
    alpha: blend(first.alpha, second.alpha),
  };
}

/** The visible colour of one colour over an opaque one. */
export function laidOver(colour: Colour, surface: Colour): Colour {
  return { ...mix(surface, { ...colour, alpha: 1 }, colour.alpha), alpha: 1 };
}

/**
 * The colour, darkened on a light surface or lightened on a dark one, until text in it is readable there: at least
 * 4.5:1. As contrast works both ways, `readableOn(colour, "#fff")` is also the fill that carries white text.
 */
export function readableOn(colour: string, surface: string): string {
  const below = parseColour(surface) ?? white;
  const start = laidOver(parseColour(colour) ?? black, below);
  const target = luminance(below) > 0.18 ? black : white;
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = rounded(mix(start, target, share));
    if (contrast(candidate, below) >= 4.5) return cssColour(candidate);
  }
  return cssColour(target);
}

function rounded({ red, green, blue, alpha }: Colour): Colour {
  return { red: Math.round(red), green: Math.round(green), blue: Math.round(blue), alpha };
}

/** A step of the colour towards black (share above 0) or white (below 0). */
export function shifted(colour: string, share: number): string {
  return cssColour(rounded(mix(parseColour(colour) ?? black, share > 0 ? black : white, Math.abs(share))));
}

/**
 * The CSS variables of the theme colour: the colour, its darker companion (the same colour, as specified) and nine
 * lighter shades, each with 0.1 less alpha than the one before.
 */
export function primaryVariables(colour: string): Record<string, string> {
  const base = parseColour(colour) ?? parseColour(predefinedColours[0]) ?? black;
  const variables: Record<string, string> = {
    "--color-primary": cssColour(base),
    "--color-primary-dark-2": cssColour(base),
  };
  for (let shade = 1; shade <= 9; shade += 1) {
    variables[`--color-primary-light-${shade}`] = cssColour({ ...base, alpha: 1 - 0.1 * shade });
  }
  return variables;
}
