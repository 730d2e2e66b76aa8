interface LinePosition {
  file: number;
  line: number;
}

const run = 6;
const tooCommon = 8;
const keywords = new Set(
  "as async await break case catch class const continue default delete do else enum export extends false finally for from function if implements in instanceof interface let new null of return satisfies static switch throw true try type typeof undefined void while yield".split(
    " ",
  ),
);

/**
 * Counts pairs of files that share a run of six or more lines: the same lines, or lines of the same shape with other
 * names, strings and numbers. Comments, imports and lines of fewer than two words are skipped. A run in more than eight
 * places is a form of the language, not a copy.
 */
export function countSharedPairs(texts: Iterable<string>): number {
  const files = [...texts].map(shapesOf);
  const pairs = new Set<string>();
  for (const spots of spotsByRun(files).values()) {
    if (spots.length > tooCommon) continue;
    for (const [one, other] of pairsOf(spots)) pairs.add(`${one.file} ${other.file}`);
  }
  return pairs.size;
}

function shapesOf(text: string): string[] {
  const withoutBlocks = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^import [\s\S]*?;$/gm, "");
  return withoutBlocks
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => !line.startsWith("//") && (line.match(/[\w$]+/g) ?? []).length >= 2)
    .map(shapeOf);
}

function shapeOf(line: string): string {
  return line
    .replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g, '"')
    .replace(/[A-Za-z_$][\w$]*/g, (word) => (keywords.has(word) ? word : "x"))
    .replace(/\b\d[\d_.]*/g, "1")
    .replace(/\s+/g, " ");
}

function spotsByRun(files: readonly (readonly string[])[]): Map<string, LinePosition[]> {
  const spots = new Map<string, LinePosition[]>();
  for (const [file, shapes] of files.entries()) {
    for (let line = 0; line + run <= shapes.length; line += 1) {
      const key = shapes.slice(line, line + run).join("\n");
      const same = spots.get(key);
      if (same) same.push({ file, line });
      else spots.set(key, [{ file, line }]);
    }
  }
  return spots;
}

function pairsOf(spots: readonly LinePosition[]): [LinePosition, LinePosition][] {
  return spots.flatMap((one, index) =>
    spots
      .slice(index + 1)
      .filter((other) => other.file !== one.file || other.line >= one.line + run)
      .map((other): [LinePosition, LinePosition] => [one, other]),
  );
}
