import type { ImageRatio, ImageResolution } from "@homeroom/contract/ai-images";
import type { ImageTable } from "@homeroom/database/image-tables";
import type { Selectable } from "kysely";

export type Image = Selectable<ImageTable>;

/** The number of days for which a deleted image can be restored. */
export const restorableDays = 7;

/** Sides at 2K, as the models' makers recommend them; 1K is half of each. */
const sidesAt2K: Record<ImageRatio, readonly [number, number]> = {
  "1:1": [2048, 2048],
  "4:3": [2304, 1728],
  "3:4": [1728, 2304],
  "3:2": [2496, 1664],
  "2:3": [1664, 2496],
  "16:9": [2560, 1440],
  "9:16": [1440, 2560],
};

/** The number of pixels of an image. */
export function pixelsOf(ratio: ImageRatio, resolution: ImageResolution): { width: number; height: number } {
  const [width, height] = sidesAt2K[ratio];
  return resolution === "2K" ? { width, height } : { width: width / 2, height: height / 2 };
}

/** An image's name in lists, logs and downloads: its own, or else the beginning of its prompt. */
export function titleOf({ name, prompt }: Pick<Image, "name" | "prompt">): string {
  const [line = ""] = prompt.split("\n");
  return name || [...line].slice(0, 40).join("");
}

/** The first day of the month of a day. */
export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** Tags without duplicates, in their order. */
export function tidyTags(tags: readonly string[]): string[] {
  return [...new Set(tags)];
}
