import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createZstdDecompress } from "node:zlib";
import { type ArchiveEnd, type ArchiveHeader, lengthBytes, type Section } from "./archive-format.ts";
import { BackupError } from "./backup-error.ts";

/** Receives the contents of an archive. Of a section it reads all bytes or none. */
export interface ArchiveVisitor {
  header?(header: ArchiveHeader): Promise<void>;
  section?(section: Section, content: AsyncGenerator<Buffer, void>): Promise<void>;
}

/**
 * Reads a backup from its first to its last byte, a chunk at a time, and checks every checksum on the way.
 * @throws BackupError when it is not a backup, is truncated or was changed.
 */
export async function readArchive(file: string, visitor: ArchiveVisitor = {}): Promise<ArchiveEnd> {
  const bytes = new ByteReader(file);
  try {
    const header = checkHeader(await bytes.json(), file);
    await visitor.header?.(header);
    let sections = 0;
    for (;;) {
      const next = (await bytes.json()) as Section | ArchiveEnd;
      if ("missingFiles" in next) return await checkEnd(bytes, next, sections);
      const content = readContent(bytes, file);
      await visitor.section?.(next, content);
      // Sections that the visitor skipped are still read for their checksum.
      for await (const chunk of content) void chunk;
      sections += 1;
    }
  } finally {
    bytes.close();
  }
}

function checkHeader(value: unknown, file: string): ArchiveHeader {
  const header = value as ArchiveHeader | null;
  if (header?.format !== "homeroom-backup") throw new BackupError(`${file} is not a backup of Homeroom.`);
  if (header.version !== 1) throw new BackupError(`${file} was made by a newer release: restore it with that release.`);
  return header;
}

async function checkEnd(bytes: ByteReader, end: ArchiveEnd, sections: number): Promise<ArchiveEnd> {
  const isComplete = end.tables + end.files === sections && (await bytes.isAtEnd());
  if (!isComplete) throw new BackupError(`${bytes.file} is damaged: its contents do not match its last line.`);
  return end;
}

async function* readContent(bytes: ByteReader, file: string): AsyncGenerator<Buffer, void> {
  const hash = createHash("sha256");
  for (;;) {
    const length = (await bytes.take(lengthBytes)).readUInt32BE();
    if (length === 0) break;
    for (let left = length; left > 0; ) {
      const chunk = await bytes.takeAtMost(left);
      left -= chunk.length;
      hash.update(chunk);
      yield chunk;
    }
  }
  const { sha256 } = (await bytes.json()) as { sha256?: string };
  if (sha256 !== hash.digest("hex")) throw new BackupError(`${file} is damaged: a checksum is wrong.`);
}

const lineBreak = 0x0a;
const maxLineLength = 256 * 1024 * 1024;

/** Bytes of a compressed file, as many as asked for. */
class ByteReader {
  readonly file: string;
  readonly #close: () => void;
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(file: string) {
    this.file = file;
    const source = createReadStream(file, { highWaterMark: 256 * 1024 });
    const plain = source.pipe(createZstdDecompress());
    source.on("error", (error) => plain.destroy(error));
    this.#chunks = (plain as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    this.#close = () => {
      source.destroy();
      plain.destroy();
    };
  }

  close(): void {
    this.#close();
  }

  async isAtEnd(): Promise<boolean> {
    return this.#rest.length === 0 && !(await this.#more());
  }

  /** At least one byte, at most `limit`. */
  async takeAtMost(length: number): Promise<Buffer> {
    if (this.#rest.length === 0) await this.#mustGrow();
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(taken.length);
    return taken;
  }

  async take(length: number): Promise<Buffer> {
    while (this.#rest.length < length) await this.#mustGrow();
    return this.takeAtMost(length);
  }

  async json(): Promise<unknown> {
    let searched = 0;
    let end = this.#rest.indexOf(lineBreak);
    while (end === -1) {
      searched = this.#rest.length;
      if (searched > maxLineLength) throw new BackupError(`${this.file} is damaged.`);
      await this.#mustGrow();
      end = this.#rest.indexOf(lineBreak, searched);
    }
    const line = await this.take(end + 1);
    try {
      return JSON.parse(line.toString());
    } catch {
      throw new BackupError(`${this.file} is not a backup of Homeroom, or is damaged.`);
    }
  }

  async #mustGrow(): Promise<void> {
    if (!(await this.#more())) throw new BackupError(`${this.file} is cut off.`);
  }

  async #more(): Promise<boolean> {
    const next = await this.#chunks.next().catch((error: unknown) => {
      throw unreadable(error, this.file);
    });
    if (next.done) return false;
    this.#rest = this.#rest.length === 0 ? next.value : Buffer.concat([this.#rest, next.value]);
    return true;
  }
}

function unreadable(error: unknown, file: string): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  if (code === "Z_BUF_ERROR") return new BackupError(`${file} is cut off.`);
  if (code.startsWith("Z") || code === "ERR_ZSTD")
    return new BackupError(`${file} is not a backup of Homeroom, or is damaged.`);
  if (code === "ENOENT" || code === "EACCES" || code === "EISDIR")
    return new BackupError(`${file} cannot be read (${code}).`);
  return error;
}
