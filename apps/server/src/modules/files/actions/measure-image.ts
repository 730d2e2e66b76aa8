import sharp from "sharp";

/** More pixels than any phone's camera makes; what claims more is built to exhaust memory. */
export const maxPixels = 100_000_000;

/** Width and height of a picture as it is seen, or null when it cannot be read as one. */
export async function imageSize(path: string): Promise<{ width: number; height: number } | null> {
  try {
    const { autoOrient } = await sharp(path, { limitInputPixels: maxPixels }).metadata();
    return { width: autoOrient.width, height: autoOrient.height };
  } catch {
    // Not a picture: an answer, not a failure.
    return null;
  }
}
