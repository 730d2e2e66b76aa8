import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { TransferError } from "./transfer-error.ts";

/**
 * A dump is gzip-compressed lines: the header as JSON; for each table a line of JSON, its rows as COPY text and a line `\.`;
 * then a last line of JSON, without which the file is incomplete. COPY writes line breaks in values as `\n`, so that every
 * row is one line, and no row can look like `\.`.
 */
export interface DumpHeader {
  readonly format: "homeroom-organization";
  readonly version: 1;
  readonly organizationId: string;
  readonly name: string;
  /** What the tables looked like. */
  readonly migrations: readonly string[];
  readonly madeAt: string;
}

export interface DumpTable {
  readonly table: string;
  readonly columns: readonly string[];
}

export interface DumpEnd {
  readonly rows: number;
}

export const endOfRows = "\\.\n";

/** COPY's text form of values depends on these. */
export const plainValues = "set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'";

const chunkBytes = 64 * 1024;
const lineBreak = 0x0a;
const endLine = Buffer.from(endOfRows.trimEnd());

/** The lines of a dump, without their breaks. Not node:readline, which breaks lines at U+2028 too. */
export async function* readLines(file: string): AsyncGenerator<Buffer, void> {
  const source = createReadStream(file);
  const plain = source.pipe(createGunzip());
  source.on("error", (error) => plain.destroy(error));
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let start = 0;
      for (let end = bytes.indexOf(lineBreak); end !== -1; end = bytes.indexOf(lineBreak, start)) {
        yield bytes.subarray(start, end);
        start = end + 1;
      }
      rest = bytes.subarray(start);
    }
  } catch (error) {
    throw unreadable(error, file);
  } finally {
    source.destroy();
  }
}

/** The next line, which is JSON. */
export async function readJson(lines: AsyncGenerator<Buffer, void>): Promise<unknown> {
  const { value, done } = await lines.next();
  if (done) throw new TransferError("The file is cut off: make the dump again.");
  try {
    return JSON.parse(value.toString());
  } catch {
    throw new TransferError("The file is not a dump of an organisation.");
  }
}

/** The rows up to the end of their table, many at a time. */
export async function* readRows(lines: AsyncGenerator<Buffer, void>): AsyncGenerator<Buffer, void> {
  let rows: Buffer[] = [];
  let size = 0;
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new TransferError("The file is cut off: make the dump again.");
    if (value.equals(endLine)) break;
    rows.push(value, Buffer.of(lineBreak));
    size += value.length;
    if (size < chunkBytes) continue;
    yield Buffer.concat(rows);
    rows = [];
    size = 0;
  }
  if (rows.length > 0) yield Buffer.concat(rows);
}

function unreadable(error: unknown, file: string): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  if (code === "Z_BUF_ERROR") return new TransferError(`${file} is cut off: make the dump again.`);
  if (code.startsWith("Z_")) return new TransferError(`${file} is not a dump of an organisation.`);
  if (code === "ENOENT" || code === "EACCES") return new TransferError(`${file} cannot be read (${code}).`);
  return error;
}
