import { readFile } from "node:fs/promises";
import { deflateSync } from "node:zlib";

/** A profile's picture: the sample photo, whoever they are. */
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
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function pixel(x: number, y: number, colour: readonly number[]): number[] {
  const far = Math.hypot(x - side / 2, y - side / 2);
  if (far > 58) return [0, 0, 0, 0];
  const eye = Math.hypot(x - 45, y - 52) < 7 || Math.hypot(x - 83, y - 52) < 7;
  const mouth = y > 68 && Math.abs(Math.hypot(x - 64, y - 62) - 30) < 3.5;
  return eye || mouth || far > 54 ? [70, 50, 30, 255] : [...colour, 255];
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, check]);
}

function crc(bytes: Buffer): number {
  let sum = 0xffff_ffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb8_8320 : sum >>> 1;
  }
  return (sum ^ 0xffff_ffff) >>> 0;
}
