import { expect, test } from "vitest";
import { soundLengthMs } from "./sound-length.ts";

const u32 = (...numbers: number[]) => {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, index * 4);
  return bytes;
};
const box = (type: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, "latin1"), body]);
};
/** Version and flags, made, changed, units a second, how many. */
const head = (timescale: number, duration: number) => u32(0, 0, 0, timescale, duration);
const longHead = (timescale: number, duration: bigint) => {
  const end = Buffer.alloc(8);
  end.writeBigUInt64BE(duration);
  return Buffer.concat([u32(0x0100_0000, 0, 0, 0, 0, timescale), end]);
};
const kind = box("ftyp", Buffer.from("M4A \0\0\0\0", "latin1"));
const sound = box("mdat", Buffer.alloc(500, 7));

test("the length of an M4A is found anywhere in the file", () => {
  const film = box("moov", box("mvhd", head(44_100, 132_300)));
  expect(soundLengthMs(Buffer.concat([kind, film, sound]), "audio/mp4")).toBe(3000);
  expect(soundLengthMs(Buffer.concat([kind, sound, film]), "audio/x-m4a")).toBe(3000);
  const long = box("moov", box("mvhd", longHead(1000, 61_500n)));
  expect(soundLengthMs(Buffer.concat([kind, long, sound]), "audio/mp4")).toBe(61_500);
});

/** As a browser records: a head that knows no length, then fragments. */
const recorded = (ofMovie: Buffer, ...fragments: Buffer[]) => {
  const track = box("trak", box("mdia", box("mdhd", head(48_000, 0))));
  const film = box("moov", box("mvhd", ofMovie), track, box("mvex", box("trex", u32(0, 1, 1, 1024, 0, 0))));
  return Buffer.concat([kind, film, ...fragments.flatMap((fragment) => [fragment, sound])]);
};
const fragment = (fragmentHead: Buffer, run: Buffer) =>
  box("moof", box("traf", box("tfhd", fragmentHead), box("trun", run)));

test.each([0, 0xffff_ffff])("the fragments of a recording (%s in its header) are added up", (unknown) => {
  const usual = fragment(u32(0, 1), u32(0, 47));
  const own = fragment(u32(0x8, 1, 960), u32(0, 50));
  // Each sample with a length and a size of its own, after the place of the data.
  const each = fragment(u32(0, 1), u32(0x301, 2, 999, 24_000, 10, 23_872, 10));
  const whole = 47 * 1024 + 50 * 960 + 24_000 + 23_872;
  expect(soundLengthMs(recorded(head(1000, unknown), usual, own, each), "audio/mp4")).toBe(
    Math.round((whole / 48_000) * 1000),
  );
});

/** MPEG 1, layer III, 128 kbit/s, 44,100 Hz: 417 bytes and 1,152 samples. */
const mp3Frame = () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)]);
/** MPEG 2, layer III, 64 kbit/s, 22,050 Hz: 208 bytes and 576 samples. */
const slowFrame = () => Buffer.concat([Buffer.from([0xff, 0xf3, 0x80, 0x00]), Buffer.alloc(204)]);
const frames = (count: number, frame: () => Buffer) => Buffer.concat(Array.from({ length: count }, frame));

test("the frames of an MP3 are counted, past its title and picture", () => {
  const expected = Math.round((100 * 1152 * 1000) / 44_100);
  expect(soundLengthMs(frames(100, mp3Frame), "audio/mpeg")).toBe(expected);
  const tag = Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\x02\x00", "latin1"), Buffer.alloc(256, 0xff)]);
  expect(soundLengthMs(Buffer.concat([tag, frames(100, mp3Frame), Buffer.from("TAG".padEnd(128))]), "audio/mpeg")).toBe(
    expected,
  );
  expect(soundLengthMs(frames(50, slowFrame), "audio/mpeg")).toBe(Math.round((50 * 576 * 1000) / 22_050));
});

test.each([
  ["audio/ogg; codecs=opus", frames(10, mp3Frame)],
  ["audio/aac", frames(10, mp3Frame)],
  ["audio/mpeg", Buffer.alloc(3000)],
  ["audio/mpeg", Buffer.alloc(0)],
  ["audio/mp4", Buffer.alloc(0)],
  ["audio/mp4", Buffer.from("not a film at all, nor a sound")],
  ["audio/mp4", Buffer.concat([kind, sound])],
  ["audio/mp4", box("moov", box("mvhd", head(0, 5)))],
  ["audio/mp4", box("moov", box("mvhd", u32(0)))],
  ["audio/mp4", Buffer.concat([u32(0xffff_ffff), Buffer.from("moov")])],
  ["audio/mp4", box("moov", box("mvhd", longHead(1, 2n ** 62n)))],
  ["audio/mp4", recorded(head(1000, 0), fragment(u32(0xffff_ffff), u32(0x301, 0xffff_ffff)))],
])("what cannot be read has no length: %s %#", (type, bytes) => {
  expect(soundLengthMs(bytes, type)).toBeNull();
});

test("hostile file headers cause no endless loop or crash", () => {
  const whole = recorded(head(1000, 0), fragment(u32(0x8, 1, 960), u32(0x301, 3, 1, 2, 3, 4, 5, 6)));
  for (let at = 0; at < whole.length; at += 1) {
    const broken = Buffer.from(whole);
    broken[at] = 0xff;
    const length = soundLengthMs(broken, "audio/mp4");
    expect(length === null || length > 0).toBe(true);
    expect(() => soundLengthMs(whole.subarray(0, at), "audio/mp4")).not.toThrow();
  }
});
