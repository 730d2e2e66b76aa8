import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { openTable, type Table, type TableFormat, type TableRow, workbookType } from "./read-table.ts";

export interface WholeTable extends Pick<Table, "columns" | "encoding" | "delimiter"> {
  rows: TableRow[];
}

/** Reads a table of these bytes to its end. */
export async function readBytes(bytes: Uint8Array | string, format: Partial<TableFormat> = {}): Promise<WholeTable> {
  const folder = await mkdtemp(join(tmpdir(), "homeroom-table-"));
  try {
    const path = join(folder, "table");
    await writeFile(path, bytes);
    const { rows, columns, encoding, delimiter } = await openTable(path, { contentType: "text/csv", ...format });
    return { columns, encoding, delimiter, rows: await allOf(rows) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Collects everything in order. */
export async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** A workbook of these parts, in the form that other programs write. */
export function readWorkbookOf(parts: Record<string, string>): Promise<WholeTable> {
  return readBytes(zipOf(parts), { contentType: workbookType });
}

/** A zip file with a central directory; without checksums, since our code does not check them. */
export function zipOf(parts: Record<string, string>): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const packed = deflateRawSync(text);
    const path = Buffer.from(name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(path.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(8, 10);
    central.writeUInt32LE(packed.length, 20);
    central.writeUInt32LE(Buffer.byteLength(text), 24);
    central.writeUInt16LE(path.length, 28);
    central.writeUInt32LE(offset, 42);
    files.push(local, path, packed);
    directory.push(central, path);
    offset += 30 + path.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, list, end]);
}
