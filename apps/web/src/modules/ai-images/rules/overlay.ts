export const overlayPlaces = ["top", "middle", "bottom"] as const;
export const logoCorners = ["none", "topStart", "topEnd", "bottomStart", "bottomEnd"] as const;

/** What is laid over an image. */
export interface Overlay {
  title: string;
  detail: string;
  place: (typeof overlayPlaces)[number];
  colour: string;
  /** A band behind the text, so that it is legible on any picture. */
  band: boolean;
  logo: (typeof logoCorners)[number];
}

export const emptyOverlay: Overlay = {
  title: "",
  detail: "",
  place: "bottom",
  colour: "#ffffff",
  band: true,
  logo: "none",
};

export interface Line {
  text: string;
  size: number;
  /** The middle of the line. */
  y: number;
}

export interface Layout {
  lines: Line[];
  band: { top: number; height: number };
}

interface Canvas {
  width: number;
  height: number;
  /** The width of a text at a font size. */
  measure: (text: string, size: number) => number;
}

/** The position of the text: lines are broken to fit between the margins, and the title is twice as large as the detail. */
export function layOut({ title, detail, place }: Overlay, { width, height, measure }: Canvas): Layout {
  const side = Math.min(width, height);
  const margin = side / 16;
  const most = width - margin * 2;
  const titleSize = side / 12;
  const parts = [
    ...breakText(title, (text) => measure(text, titleSize) <= most).map((text) => ({ text, size: titleSize })),
    ...breakText(detail, (text) => measure(text, titleSize / 2) <= most).map((text) => ({ text, size: titleSize / 2 })),
  ];
  const wordsHeight = parts.reduce((sum, { size }) => sum + size * 1.3, 0);
  const bandHeight = parts.length === 0 ? 0 : Math.min(height, wordsHeight + margin);
  const top = { top: 0, middle: (height - bandHeight) / 2, bottom: height - bandHeight }[place];
  let y = top + (bandHeight - wordsHeight) / 2;
  const lines = parts.map(({ text, size }) => {
    const middle = y + size * 0.65;
    y += size * 1.3;
    return { text, size, y: middle };
  });
  return { lines, band: { top, height: bandHeight } };
}

/** Breaks a text into lines that fit: between words in Latin scripts, between any two characters in others. */
export function breakText(text: string, fits: (line: string) => boolean): string[] {
  return text.split("\n").flatMap((paragraph) => {
    const lines: string[] = [];
    let line = "";
    for (const piece of paragraph.match(/[A-Za-z0-9'’&@.,:%+-]+\s*|\s+|./gu) ?? []) {
      if (line !== "" && !fits((line + piece).trimEnd())) {
        lines.push(line.trim());
        line = piece.trimStart();
      } else line += piece;
    }
    const last = line.trim();
    return last === "" ? lines : [...lines, last];
  });
}
