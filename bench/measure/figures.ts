/** One measurement: our value, a reference from the same run if there is one, and the target. */
export interface Figure {
  what: string;
  unit: "ms" | "s" | "/s" | "MB" | "KB" | "";
  own: number;
  reference?: number;
  wanted?: Target;
}

/** A bound for our own figure, or for the ratio of ours to the reference. */
interface Target {
  of: "own" | "ratio";
  atLeast?: number;
  atMost?: number;
}

/** The findings of a benchmark, for the run of all of them. */
export interface Findings {
  title: string;
  /** What the reference is. */
  against: string;
  figures: Figure[];
}

/** Prints a benchmark's table; if started by `bench/run.ts`, it passes on the figures as well. */
export function report(findings: Findings): void {
  console.log(`\n${findings.title}\nReference: ${findings.against}\n`);
  console.log(asTable(findings.figures));
  process.send?.(findings);
}

/** The figures as a Markdown table, aligned for a terminal. */
function asTable(figures: readonly Figure[]): string {
  const head = ["What", "Homeroom", "Reference", "Ratio", "Wanted", "Held"];
  const rows = [head, ...figures.map(rowOf)];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(" | ")} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`)).join("|")}|`;
  return [line(head), rule, ...rows.slice(1).map(line)].join("\n");
}

/** Whether a figure meets its target; null without one. */
export function isHeld({ own, reference, wanted }: Figure): boolean | null {
  if (!wanted) return null;
  const value = wanted.of === "own" ? own : own / (reference ?? Number.NaN);
  return value >= (wanted.atLeast ?? -Infinity) && value <= (wanted.atMost ?? Infinity);
}

/** The value below which this share of the measurements lies. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

function rowOf(figure: Figure): string[] {
  const { what, own, reference, unit } = figure;
  const held = isHeld(figure);
  return [
    what,
    amount(own, unit),
    reference === undefined ? "" : amount(reference, unit),
    reference === undefined ? "" : (own / reference).toFixed(2),
    wantedText(figure),
    held === null ? "" : held ? "yes" : "NO",
  ];
}

function wantedText({ wanted, unit }: Figure): string {
  if (!wanted) return "";
  const [sign, bound] = wanted.atLeast === undefined ? ["≤", wanted.atMost ?? 0] : ["≥", wanted.atLeast];
  return wanted.of === "ratio" ? `ratio ${sign} ${bound}` : `${sign} ${bound.toLocaleString("en")} ${unit}`.trim();
}

function amount(value: number, unit: Figure["unit"]): string {
  const digits = unit === "" ? 2 : value < 100 && unit !== "/s" ? 1 : 0;
  return `${value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`.trim();
}
