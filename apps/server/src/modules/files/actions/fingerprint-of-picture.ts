import sharp, { type Sharp } from "sharp";
import type { Platform } from "#platform/server-module";
import type { StoredFile } from "../queries.ts";
import { maxPixels } from "./measure-image.ts";

/** A fingerprint of a picture, independent of size and compression. */
export interface PictureFingerprint {
  /** 256 times 0 or 1: whether an area is darker than the next one. Similar pictures differ in few places. */
  bits: string;
  /** The brightness of 24 times 48 areas. */
  areas: Buffer;
}

const side = 16;
/** Neighbours that differ by less count as equal: otherwise JPEG noise would decide in plain areas. */
const margin = 12;
const columns = 24;
const rows = 48;
/** A screenshot shrunk by a messenger differs by 5 in its worst area; one of another day's transfer by 12. */
const mostDifferent = 8;

/** The fingerprint of a stored picture; null if it cannot be read as a picture. */
export async function fingerprintOfPicture(
  { files }: Pick<Platform, "files">,
  { storage_key: key }: Pick<StoredFile, "storage_key">,
): Promise<PictureFingerprint | null> {
  if (key === null) return null;
  try {
    return await files.withPath(key, async (path) => {
      const areas = await greysOf(path).resize(columns, rows, { fit: "fill", kernel: "mitchell" }).raw().toBuffer();
      return { bits: await bitsOf(path), areas };
    });
  } catch {
    // A broken or unsupported picture: it is shown without a comparison.
    return null;
  }
}

/** Whether two pictures look the same in every area. */
export function looksSame(one: Buffer, other: Buffer): boolean {
  if (one.length !== other.length) return false;
  return one.every((grey, index) => Math.abs(grey - (other[index] ?? 0)) <= mostDifferent);
}

async function bitsOf(path: string): Promise<string> {
  const greys = await greysOf(path)
    .resize(side + 1, side, { fit: "fill", kernel: "mitchell" })
    .raw()
    .toBuffer();
  let bits = "";
  for (let row = 0; row < side; row += 1)
    for (let column = 0; column < side; column += 1) {
      const at = row * (side + 1) + column;
      bits += (greys[at + 1] ?? 0) > (greys[at] ?? 0) + margin ? "1" : "0";
    }
  return bits;
}

function greysOf(path: string): Sharp {
  return sharp(path, { limitInputPixels: maxPixels }).autoOrient().flatten({ background: "#ffffff" }).greyscale();
}
