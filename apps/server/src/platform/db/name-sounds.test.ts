import { expect, it } from "vitest";
import { readingsOf } from "./name-sounds.ts";

const has = (words: string) => readingsOf(words).map((parts) => parts.join(" "));

it.each([
  ["chen", "pchen"],
  ["che", "pche"],
  ["chenxiaoming", "pchen pxiao pming ip:cxm"],
  ["chenxm", "pchen ip:cxm"],
  ["Chen Xiao Ming", "pchen pxiao pming ip:cxm"],
  ["cxm", "ip:cxm"],
  ["csm", "ij:csm"],
  ["xm", "ip:xm"],
  ["lv", "plv"],
  ["lü", "plv"],
  ["xian", "pxian"],
  ["xian", "pxi pan ip:xa"],
  ["xi'an", "pxi pan ip:xa"],
  ["ouyang", "pou pyang ip:oy"],
  ["candaaiman", "jcan jdaai jman ij:cdm"],
  ["can dm", "jcan ij:cdm"],
  ["ㄔㄒㄇ", "iz:ㄔㄒㄇ"],
  ["ㄔ", "iz:ㄔ"],
  ["oyxm", "ip:oyx ip:yxm"],
])("%s may be read as %s", (words, reading) => expect(has(words)).toContain(reading));

it.each([
  "",
  " ",
  "c",
  "陳小明",
  "chen1",
  "0912345678",
  "a@b.test",
  "chen, ming",
  "zzzzzz",
  "ㄓㄓㄓㄓ",
  "x".repeat(40),
])("%j spells no name", (words) => expect(readingsOf(words)).toEqual([]));

it("has few readings for any letters", () => {
  for (const words of [
    "aaaaaaaaaaaaaaaaaaaaaaaa",
    "zhangzhangzhangzhangzhan",
    "n g n g n g n g n g n g",
    "anananananananan",
  ])
    expect(readingsOf(words).length).toBeLessThanOrEqual(24);
});
