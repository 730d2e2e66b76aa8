import sharp from "sharp";

/** More pixels than any phone's camera makes; a file that claims more is an attack on memory. */
export const maxPixels = 100_000_000;

/** Width and height of a picture as displayed, or null if it cannot be read as one. */
export async function imageSize(path: string): Promise<{ width: number; height: number } | null> {
  try {
    const { autoOrient } = await sharp(path, { limitInputPixels: maxPixels }).metadata();
    return { width: autoOrient.width, height: autoOrient.height };
  } catch {
    // Not a picture: a result, not a failure.
    return null;
  }
}
