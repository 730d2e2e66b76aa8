import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Transform } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { AppError } from "#platform/errors/app-error";
import { detectDelimiter, type TableDelimiter } from "./csv-dialect.ts";
import type { TableEncoding } from "./text-encoding.ts";

/** More columns than any list of people has; columns further right are ignored. */
export const maxColumns = 200;

/** A row of the file: its number there, and its raw cells. */
export interface RawRow {
  readonly number: number;
  readonly cells: readonly string[];
}

interface ParsedRecord {
  readonly info: { readonly records: number; readonly empty_lines: number };
  readonly record: string[];
}

const sampleBytes = 64 * 1024;
const maxRowLength = 1_000_000;

/** The delimiter that the beginning of a text file suggests. */
export async function delimiterOf(path: string, encoding: TableEncoding): Promise<TableDelimiter> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0);
    return detectDelimiter(new TextDecoder(encoding).decode(buffer.subarray(0, bytesRead), { stream: true }));
  } finally {
    await file.close();
  }
}

/**
 * The rows of a text table, one after the other, in constant memory. Lines may be of any length, quotes may appear inside
 * cells. Throws IMPORT_QUOTE_NOT_CLOSED with the line of a quote that is never closed, and
 * WRONG_FILE_FORMAT for a row that is too long.
 */
export async function* readTextTable(
  path: string,
  { encoding, delimiter }: { encoding: TableEncoding; delimiter: TableDelimiter },
): AsyncGenerator<RawRow> {
  const source = createReadStream(path);
  const text = decoded(encoding);
  let linesRead = 0;
  const parser = parse({
    delimiter,
    on_record: (record: string[], { lines }) => {
      linesRead = lines;
      return record;
    },
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRowLength,
    info: true,
  });
  source.on("error", (error) => parser.destroy(error));
  source.pipe(text).pipe(parser);
  try {
    for await (const { info, record } of parser as AsyncIterable<ParsedRecord>) {
      // As a spreadsheet counts: a cell with several lines is one row, an empty line is one too.
      yield { number: info.records + info.empty_lines, cells: record.slice(0, maxColumns) };
    }
  } catch (error) {
    throw error instanceof CsvError ? refusalOf(error, linesRead) : error;
  } finally {
    source.destroy();
    text.destroy();
    parser.destroy();
  }
}

/** An unclosed quote swallows the lines below it, to the end of the file or until the row is too long. */
function refusalOf(error: CsvError, linesRead: number): AppError {
  const isLongOverLines = error.code === "CSV_MAX_RECORD_SIZE" && Number(error["lines"]) > linesRead + 1;
  if (error.code !== "CSV_QUOTE_NOT_CLOSED" && !isLongOverLines)
    return new AppError("WRONG_FILE_FORMAT", {}, { cause: error });
  return new AppError("IMPORT_QUOTE_NOT_CLOSED", { line: linesRead + 1 }, { cause: error });
}

function decoded(encoding: TableEncoding): Transform {
  const decoder = new TextDecoder(encoding);
  return new Transform({
    decodeStrings: false,
    encoding: "utf8",
    transform(chunk: Buffer, _encoding, done) {
      done(null, decoder.decode(chunk, { stream: true }));
    },
    flush(done) {
      done(null, decoder.decode());
    },
  });
}
