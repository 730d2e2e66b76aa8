import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { create } from "fontkit";

/** The fonts of receipts; of them only the glyphs that are used go into a PDF. */
interface ReceiptFonts {
  traditional: Buffer;
  simplified: Buffer;
  /** Whether the traditional font, which also has Hong Kong's own characters, has every glyph of a text. */
  isTraditional(text: string): boolean;
}

let fonts: Promise<ReceiptFonts> | undefined;

/** Noto Sans TC and SC, under the SIL Open Font License 1.1, read once in a process. */
export function loadReceiptFonts(): Promise<ReceiptFonts> {
  fonts ??= readFonts();
  return fonts;
}

async function readFonts(): Promise<ReceiptFonts> {
  const read = (address: string) => readFile(fileURLToPath(address));
  const traditional = await read(
    import.meta.resolve("@expo-google-fonts/noto-sans-tc/400Regular/NotoSansTC_400Regular.ttf"),
  );
  const simplified = await read(
    import.meta.resolve("@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf"),
  );
  const font = create(traditional);
  if (!("hasGlyphForCodePoint" in font)) throw new Error("A single font is wanted, not a collection");
  const has = (character: string) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  return { traditional, simplified, isTraditional: (text) => [...text].every(has) };
}
