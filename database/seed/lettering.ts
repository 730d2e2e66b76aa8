import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { create } from "fontkit";

/** Answers a text as outlines in SVG, from `x` on along the base line at `y`; sizes in pixels. */
export type Lettering = (text: string, look: { x: number; y: number; size: number; fill: string }) => string;

let lettering: Promise<Lettering> | undefined;

/** Writes with Noto Sans TC, so that a picture is the same on every machine, whatever fonts that has. */
export function loadLettering(): Promise<Lettering> {
  lettering ??= readFont();
  return lettering;
}

async function readFont(): Promise<Lettering> {
  const file = import.meta.resolve("@expo-google-fonts/noto-sans-tc/400Regular/NotoSansTC_400Regular.ttf");
  const font = create(await readFile(fileURLToPath(file)));
  if (!("layout" in font)) throw new Error("A single font is wanted, not a collection");
  return (text, { x, y, size, fill }) => {
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(text);
    let left = 0;
    const outlines = glyphs.map((glyph, place) => {
      const at = left;
      left += positions[place]?.xAdvance ?? 0;
      return `<path transform="translate(${at})" d="${glyph.path.toSVG()}"/>`;
    });
    return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})" fill="${fill}">${outlines.join("")}</g>`;
  };
}
