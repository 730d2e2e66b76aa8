import { createHash } from "node:crypto";
import { pngOf } from "../png.ts";

interface PictureRequest {
  prompt: string;
  width: number;
  height: number;
  /** An edit has a frame. */
  edited: boolean;
}

type Colour = readonly [number, number, number];

/** A picture of three circles in front of a sky, in colours derived from the prompt. */
export function drawPicture({ prompt, width, height, edited }: PictureRequest): Buffer {
  const seed = createHash("sha256").update(prompt).digest();
  const sky = pale(seed, 0);
  const ground = pale(seed, 3);
  const circles = [0, 1, 2].map((index) => ({
    x: ((20 + ((seed[6 + index] ?? 0) % 60)) / 100) * width,
    y: ((25 + ((seed[9 + index] ?? 0) % 50)) / 100) * height,
    radius: ((8 + ((seed[12 + index] ?? 0) % 14)) / 100) * Math.min(width, height),
    colour: strong(seed, 15 + index * 3),
  }));
  const frame = edited ? Math.round(Math.min(width, height) / 40) : 0;
  const lines = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const start = y * (width * 3 + 1) + 1;
    fill(lines, { start, from: 0, to: width }, y < height * 0.7 ? sky : ground);
    for (const { x, y: middle, radius, colour } of circles) {
      const half = Math.sqrt(Math.max(0, radius ** 2 - (y - middle) ** 2));
      if (half > 0) fill(lines, { start, from: Math.max(0, x - half), to: Math.min(width, x + half) }, colour);
    }
    const isEdge = y < frame || y >= height - frame;
    fill(lines, { start, from: 0, to: isEdge ? width : frame }, [40, 60, 90]);
    fill(lines, { start, from: width - frame, to: width }, [40, 60, 90]);
  }
  return pngOf(lines, { width, height, alpha: false });
}

function fill(
  lines: Buffer,
  { start, from, to }: { start: number; from: number; to: number },
  [red, green, blue]: Colour,
): void {
  const first = Math.round(from);
  const last = Math.round(to);
  if (last > first) lines.fill(Buffer.from([red, green, blue]), start + first * 3, start + last * 3);
}

function pale(seed: Buffer, at: number): Colour {
  return [170 + ((seed[at] ?? 0) % 80), 180 + ((seed[at + 1] ?? 0) % 70), 190 + ((seed[at + 2] ?? 0) % 60)];
}

function strong(seed: Buffer, at: number): Colour {
  return [60 + ((seed[at] ?? 0) % 180), 60 + ((seed[at + 1] ?? 0) % 160), 60 + ((seed[at + 2] ?? 0) % 180)];
}
