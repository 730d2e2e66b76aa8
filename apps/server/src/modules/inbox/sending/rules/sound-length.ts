/** The length of a sound in milliseconds, for the formats that LINE plays: M4A and MP3. Null if it cannot be read. */
export function soundLengthMs(bytes: Buffer, contentType: string): number | null {
  const read = /^audio\/(mp4|x-m4a)\b/.test(contentType)
    ? m4aSeconds
    : /^audio\/mpeg\b/.test(contentType)
      ? mp3Seconds
      : null;
  if (!read) return null;
  const seconds = read(bytes);
  // Nobody sends a whole day of sound: the file's header must be wrong.
  return seconds > 0 && seconds < 86_400 ? Math.max(1, Math.round(seconds * 1000)) : null;
}

interface Box {
  type: string;
  body: Buffer;
}

/** Consecutive MP4 boxes (ISO/IEC 14496-12); a box that claims more bytes than there are ends the list. */
function boxesIn(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const short = bytes.readUInt32BE(at);
    const isLong = short === 1 && at + 16 <= bytes.length;
    const head = isLong ? 16 : 8;
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? bytes.length - at : short;
    if (size < head || at + size > bytes.length) break;
    boxes.push({ type: bytes.toString("latin1", at + 4, at + 8), body: bytes.subarray(at + head, at + size) });
    at += size;
  }
  return boxes;
}

/** The first box at a path. */
function boxAt(bytes: Buffer, ...path: string[]): Buffer | undefined {
  let found: Buffer | undefined = bytes;
  for (const type of path) found = found && boxesIn(found).find((box) => box.type === type)?.body;
  return found;
}

function m4aSeconds(bytes: Buffer): number {
  const movie = boxAt(bytes, "moov");
  if (!movie) return 0;
  const head = boxAt(movie, "mvhd");
  const whole = head ? timed(head) : null;
  return whole && whole.duration > 0 ? whole.duration / whole.timescale : fragmentSeconds(bytes, movie);
}

/** Units per second, and their number: `mvhd` and `mdhd` have them at the same offsets. Null if the values make no sense. */
function timed(head: Buffer): { timescale: number; duration: number } | null {
  const isLong = head[0] === 1;
  if (head.length < (isLong ? 32 : 20)) return null;
  const timescale = head.readUInt32BE(isLong ? 20 : 12);
  const duration = isLong ? Number(head.readBigUInt64BE(24)) : head.readUInt32BE(16);
  // All ones: unknown when the header was written.
  const isUnknown = isLong ? duration >= 2 ** 63 : duration === 0xffff_ffff;
  return timescale === 0 ? null : { timescale, duration: isUnknown ? 0 : duration };
}

/** Browsers record in fragments, and the header does not know how many will follow: their lengths are added up. */
function fragmentSeconds(bytes: Buffer, movie: Buffer): number {
  const head = boxAt(movie, "trak", "mdia", "mdhd");
  const timescale = head && timed(head)?.timescale;
  if (!timescale) return 0;
  const defaults = boxAt(movie, "mvex", "trex");
  const usual = defaults && defaults.length >= 16 ? defaults.readUInt32BE(12) : 0;
  let units = 0;
  for (const { type, body } of boxesIn(bytes)) {
    const track = type === "moof" ? boxAt(body, "traf") : undefined;
    if (track) units += unitsOfTrack(track, usual);
  }
  return units / timescale;
}

function unitsOfTrack(track: Buffer, usual: number): number {
  const boxes = boxesIn(track);
  const head = boxes.find(({ type }) => type === "tfhd")?.body;
  const each = head ? (usualOf(head) ?? usual) : usual;
  return boxes.reduce((sum, { type, body }) => (type === "trun" ? sum + unitsOfRun(body, each) : sum), 0);
}

/** The default length of a fragment's samples. */
function usualOf(head: Buffer): number | undefined {
  if (head.length < 8) return undefined;
  const flags = head.readUIntBE(1, 3);
  if ((flags & 0x8) === 0) return undefined;
  const at = 8 + ((flags & 0x1) !== 0 ? 8 : 0) + ((flags & 0x2) !== 0 ? 4 : 0);
  return at + 4 <= head.length ? head.readUInt32BE(at) : undefined;
}

function unitsOfRun(run: Buffer, each: number): number {
  if (run.length < 8) return 0;
  const flags = run.readUIntBE(1, 3);
  const count = run.readUInt32BE(4);
  if ((flags & 0x100) === 0) return count * each;
  const first = 8 + ((flags & 0x1) !== 0 ? 4 : 0) + ((flags & 0x4) !== 0 ? 4 : 0);
  const step = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => (flags & flag) !== 0).length;
  let units = 0;
  for (let at = first, left = count; left > 0 && at + 4 <= run.length; at += step, left -= 1)
    units += run.readUInt32BE(at);
  return units;
}

const bitrates = {
  1: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const sampleRates = [44_100, 48_000, 32_000];

/** An MP3 does not state its total length: its frames (ISO/IEC 11172-3, layer III) are counted. */
function mp3Seconds(bytes: Buffer): number {
  let seconds = 0;
  let at = afterTag(bytes);
  while (at + 4 <= bytes.length) {
    const frame = frameAt(bytes, at);
    if (frame) seconds += frame.seconds;
    at += frame?.size ?? 1;
  }
  return seconds;
}

/** ID3v2 tags before the sound state their own length. */
function afterTag(bytes: Buffer): number {
  if (bytes.length < 10 || bytes.toString("latin1", 0, 3) !== "ID3") return 0;
  return 10 + [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((bytes[at] ?? 0) & 0x7f), 0);
}

function frameAt(bytes: Buffer, at: number): { size: number; seconds: number } | null {
  const head = bytes.readUInt32BE(at);
  // Eleven ones, a valid version, layer III.
  const version = (head >>> 19) & 3;
  if (head >>> 21 !== 0x7ff || version === 1 || ((head >>> 17) & 3) !== 1) return null;
  const isFirst = version === 3;
  const bitrate = (isFirst ? bitrates[1] : bitrates[2])[((head >>> 12) & 15) - 1];
  const rate = sampleRates[(head >>> 10) & 3];
  if (bitrate === undefined || rate === undefined) return null;
  const sampleRate = rate / (isFirst ? 1 : version === 2 ? 2 : 4);
  const samples = isFirst ? 1152 : 576;
  const size = Math.floor(((samples / 8) * bitrate * 1000) / sampleRate) + ((head >>> 9) & 1);
  return { size, seconds: samples / sampleRate };
}
