import { readFile } from "node:fs/promises";
import { pngOf } from "../png.ts";

/** The picture of every profile: the sample photo. */
export function personPicture(_userId: string): Promise<Buffer> {
  return readFile(new URL("../samples/photo.jpg", import.meta.url));
}

const side = 128;

/** A sticker's picture: a round face in a colour of its own, with nothing around it. */
export function sampleSticker(stickerId: string): Buffer {
  const tint = [...stickerId].reduce((sum, digit) => sum * 31 + digit.charCodeAt(0), 7);
  const colour = [180 + (tint % 70), 170 + ((tint >> 3) % 80), 60 + ((tint >> 5) % 90)];
  const rows = Array.from({ length: side }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: side }, (_unused, x) => pixel(x, y, colour)).flat()]),
  );
  return pngOf(Buffer.concat(rows), { width: side, height: side, alpha: true });
}

function pixel(x: number, y: number, colour: readonly number[]): number[] {
  const far = Math.hypot(x - side / 2, y - side / 2);
  if (far > 58) return [0, 0, 0, 0];
  const eye = Math.hypot(x - 45, y - 52) < 7 || Math.hypot(x - 83, y - 52) < 7;
  const mouth = y > 68 && Math.abs(Math.hypot(x - 64, y - 62) - 30) < 3.5;
  return eye || mouth || far > 54 ? [70, 50, 30, 255] : [...colour, 255];
}
