/** A statement as the product sent it. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** What was recorded, line by line; bytes come back as bytes. */
export function readStatements(lines: string): Statement[] {
  return lines
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line, revive) as Statement);
}

function revive(_key: string, value: unknown): unknown {
  const bytes = value as { type?: unknown; data?: number[] } | null;
  return bytes?.type === "Buffer" && bytes.data ? Buffer.from(bytes.data) : value;
}
