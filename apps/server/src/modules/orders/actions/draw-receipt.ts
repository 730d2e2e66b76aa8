import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { create } from "fontkit";
import PDFDocument from "pdfkit";
import { loadOnce } from "#platform/calls/load-once";
import type { ReceiptSheet } from "../rules/receipt-sheet.ts";

const margin = 56;
const page = { width: 595.28, height: 841.89 };
const right = page.width - margin;
/** The box of the logo, in the corner. */
const logoBox = [120, 56] as const;
const quiet = "#59657a";
const ink = "#1b2330";
/** The right edges of the columns; the first one begins at the margin. */
const columns = [330, 390, 460, right] as const;
const itemWidth = columns[0] - margin - 8;
/** From the last sum to the end of the page, so that the signature is never alone on a page. */
const signatureHeight = 110;

type Sheet = InstanceType<typeof PDFDocument>;
type Place = { x?: number; y?: number; width?: number; align?: "left" | "right" | "center" };

/** Writes a text in the font that has its glyphs, and measures it. */
interface Pen {
  readonly document: Sheet;
  write(text: string, place?: Place): void;
  height(text: string, width: number): number;
}

/** A sheet as a PDF of A4 pages, with the organisation's logo (PNG or JPEG) if it has one. */
export async function drawReceipt(sheet: ReceiptSheet, logo: Buffer | null = null): Promise<Buffer> {
  const title = sheet.facts[0]?.[1] ?? "";
  const info = { Title: title, Author: sheet.organization };
  const document = new PDFDocument({ size: "A4", margin, bufferPages: true, info });
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => document.once("end", resolve).once("error", reject));
  const pen = penOf(document, await loadReceiptFonts());
  if (logo) document.image(logo, right - logoBox[0], margin, { fit: [...logoBox], align: "right" });
  document.x = margin;
  drawHead(pen, sheet);
  drawLines(pen, sheet);
  drawSums(pen, sheet);
  drawSignature(pen, sheet);
  finishPages(pen, { number: title, stamp: sheet.stamp });
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

function penOf(document: Sheet, fonts: Awaited<ReturnType<typeof loadReceiptFonts>>): Pen {
  document.registerFont("traditional", fonts.traditional);
  document.registerFont("simplified", fonts.simplified);
  const fontOf = (text: string) => document.font(fonts.isTraditional(text) ? "traditional" : "simplified");
  return {
    document,
    write(text, { x = document.x, y = document.y, ...options } = {}) {
      const words = fonts.withoutPictures(text);
      fontOf(words).text(words, x, y, options);
    },
    height(text, width) {
      const words = fonts.withoutPictures(text);
      return fontOf(words).heightOfString(words, { width });
    },
  };
}

function drawHead({ document, write }: Pen, { organization, place, title, facts }: ReceiptSheet): void {
  document.fillColor(ink).fontSize(18);
  write(organization, { x: margin, y: margin, width: right - margin - logoBox[0] - 12 });
  document.fillColor(quiet).fontSize(10);
  if (place) write(place);
  document.moveDown(1.2).fillColor(ink).fontSize(15);
  write(title);
  document.moveDown(0.4).fontSize(10);
  for (const [label, value] of facts) {
    const { y } = document;
    document.fillColor(quiet);
    write(label, { x: margin, y, width: 110 });
    document.fillColor(ink);
    write(value, { x: margin + 116, y, width: right - margin - 116 });
  }
  document.moveDown(1.2);
}

/** The table of lines; its headings are repeated on every page. */
function drawLines(pen: Pen, { headings, lines }: ReceiptSheet): void {
  const { document } = pen;
  const drawHeadings = () => {
    document.fillColor(quiet);
    drawRow(pen, headings);
    rule(document);
    document.fillColor(ink);
  };
  drawHeadings();
  for (const line of lines) {
    if (document.y + pen.height(line[0], itemWidth) > page.height - margin - 12) {
      document.addPage();
      drawHeadings();
    }
    drawRow(pen, line);
  }
  rule(document);
}

/** A row of cells; the first one may take several lines, the others are aligned with its top. */
function drawRow({ document, write }: Pen, [item, ...figures]: readonly [string, ...string[]]): void {
  const { y } = document;
  figures.forEach((figure, index) => {
    const [from = margin, to = right] = [columns[index], columns[index + 1]];
    write(figure, { x: from, y, width: to - from, align: "right" });
  });
  write(item, { x: margin, y, width: itemWidth });
  document.moveDown(0.3);
}

function drawSums({ document, write }: Pen, { sums, total }: ReceiptSheet): void {
  const row = ([label, amount]: readonly [string, string]) => {
    const { y } = document;
    write(label, { x: margin, y, width: columns[1] - margin, align: "right" });
    write(amount, { x: columns[1], y, width: right - columns[1], align: "right" });
    document.moveDown(0.3);
  };
  if (document.y + (sums.length + 1) * 22 > page.height - margin - signatureHeight) document.addPage();
  document.fillColor(quiet).fontSize(10);
  for (const sum of sums) row(sum);
  document.fillColor(ink).fontSize(13);
  row(total);
}

function drawSignature({ document, write }: Pen, { signature }: ReceiptSheet): void {
  const y = Math.max(document.y + 70, page.height - margin - 60);
  document
    .moveTo(right - 200, y)
    .lineTo(right, y)
    .lineWidth(0.5)
    .stroke(quiet);
  document.fillColor(quiet).fontSize(9);
  write(signature, { x: right - 200, y: y + 6, width: 200, align: "center" });
}

/** Numbers the pages if there are several, and stamps each of them. */
function finishPages(pen: Pen, { number, stamp }: { number: string; stamp: string | undefined }): void {
  const { document, write } = pen;
  const { count } = document.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    document.switchToPage(index);
    if (stamp) drawStamp(pen, stamp);
    if (count > 1) {
      // Otherwise a text in the margin would begin another page.
      document.page.margins.bottom = 0;
      document.fillColor(quiet).fontSize(9);
      write(`${number} · ${index + 1} / ${count}`, { x: margin, y: page.height - 40, width: right - margin });
    }
  }
}

/** A diagonal word across the page. */
function drawStamp({ document, write }: Pen, stamp: string): void {
  const [x, y] = [page.width / 2, page.height / 2];
  document.save().rotate(-30, { origin: [x, y] });
  document.fillColor("#c4314b").fillOpacity(0.25).fontSize(84);
  write(stamp, { x: margin, y: y - 50, width: right - margin, align: "center" });
  document.restore();
}

function rule(document: Sheet): void {
  const y = document.y + 2;
  document.moveTo(margin, y).lineTo(right, y).lineWidth(0.5).stroke("#d3d9e1");
  document.y = y + 6;
}

/** The fonts of receipts; a PDF contains only the glyphs that it uses. */
interface ReceiptFonts {
  traditional: Buffer;
  simplified: Buffer;
  /** Whether the traditional font, which also has Hong Kong's own characters, has every glyph of a text. */
  isTraditional(text: string): boolean;
  /** A text without the emoji that neither font has: they would be printed as empty boxes. */
  withoutPictures(text: string): string;
}

/** Noto Sans TC and SC, under the SIL Open Font License 1.1, read once in a process. */
export const loadReceiptFonts: () => Promise<ReceiptFonts> = loadOnce(readFonts);

async function readFonts(): Promise<ReceiptFonts> {
  const read = (address: string) => readFile(fileURLToPath(address));
  const traditional = await read(
    import.meta.resolve("@expo-google-fonts/noto-sans-tc/400Regular/NotoSansTC_400Regular.ttf"),
  );
  const simplified = await read(
    import.meta.resolve("@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf"),
  );
  const has = glyphsOf(traditional);
  const hasSimplified = glyphsOf(simplified);
  return {
    ...{ traditional, simplified },
    isTraditional: (text) => [...text].every(has),
    withoutPictures: (text) => text.replace(picture, (found) => (has(found) || hasSimplified(found) ? found : "")),
  };
}

/** Emoji, their skin tones, and the characters that join or colour them. */
const picture = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u{FE0F}|\u{200D}/gu;

function glyphsOf(file: Buffer): (character: string) => boolean {
  const font = create(file);
  if (!("hasGlyphForCodePoint" in font)) throw new Error("A single font is wanted, not a collection");
  return (character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
}
