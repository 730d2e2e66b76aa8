/**
 * A backup is zstd-compressed: a header as a line of JSON; sections; a last line of JSON, without which it is incomplete.
 * A section is a line of JSON, chunks (four bytes of length, then the bytes), a length of 0, and a line of JSON with the
 * SHA-256 of its bytes.
 */
export interface ArchiveHeader {
  readonly format: "homeroom-backup";
  readonly version: 1;
  /** The release that made it. */
  readonly release: string;
  readonly madeAt: string;
  /** What the tables looked like. */
  readonly migrations: readonly string[];
  /** Checks whether a SECRET_KEY is the one that was in use when the backup was made, without revealing it. */
  readonly keyMark: string;
}

/** Rows of a table in COPY's text form, in these columns. */
export interface TableSection {
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly string[];
}

/** The bytes of a file, by its key in the file store. */
export interface FileSection {
  readonly file: string;
}

export type Section = TableSection | FileSection;

/** The value that each sequence had reached. */
export interface SequenceState {
  readonly schema: string;
  readonly sequence: string;
  /** A string: it may be too large for a JavaScript number. */
  readonly lastValue: string;
  readonly isCalled: boolean;
}

export interface ArchiveEnd {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  /** Files that the database names and the file store does not have. */
  readonly missingFiles: readonly string[];
  readonly sequences: readonly SequenceState[];
}

/** COPY's text form of values depends on these. */
export const plainValues =
  "set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'; set local timezone = 'UTC'; set local extra_float_digits = 1";

export const lengthBytes = 4;
