import type { Readable } from "node:stream";

/** A binary answer: bytes, and how the browser handles them. */
export interface Download {
  readonly body: Readable | Uint8Array;
  readonly fileName: string;
  readonly contentType: string;
  readonly size?: number;
  /** `attachment` (the default) saves it, `inline` shows it. */
  readonly disposition?: "attachment" | "inline";
  /** Without it the answer is not cached. */
  readonly cacheControl?: string;
}

/** The content-disposition header for a file name in any script. */
export function contentDisposition({ disposition = "attachment", fileName }: Download): string {
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(/['()*]/g, percentEncoded);
  return `${disposition}; filename*=UTF-8''${encoded}`;
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
