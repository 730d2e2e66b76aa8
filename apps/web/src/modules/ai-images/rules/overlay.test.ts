import { expect, it } from "vitest";
import { breakText, emptyOverlay, layOut } from "./overlay.ts";

const upTo = (signs: number) => (line: string) => [...line].length <= signs;

it("breaks Chinese between characters and Latin between words, and keeps line breaks", () => {
  expect(breakText("暑期鋼琴班招生中", upTo(4))).toEqual(["暑期鋼琴", "班招生中"]);
  expect(breakText("Open day on Sunday", upTo(11))).toEqual(["Open day on", "Sunday"]);
  expect(breakText("鋼琴\n\n提琴", upTo(9))).toEqual(["鋼琴", "提琴"]);
  expect(breakText("", upTo(3))).toEqual([]);
  expect(breakText("unbreakable", upTo(3))).toEqual(["unbreakable"]);
});

it("places the text as requested, inside the picture", () => {
  const canvas = { width: 1000, height: 1000, measure: (text: string, size: number) => [...text].length * size };
  const words = { ...emptyOverlay, title: "暑期鋼琴班", detail: "七月一日開課" };
  const bottom = layOut({ ...words, place: "bottom" }, canvas);
  expect(bottom.band.top + bottom.band.height).toBe(1000);
  expect(bottom.lines.map(({ text }) => text)).toEqual(["暑期鋼琴班", "七月一日開課"]);
  expect(bottom.lines.every(({ y }) => y > bottom.band.top && y < 1000)).toBe(true);
  expect(layOut({ ...words, place: "top" }, canvas).band.top).toBe(0);
  expect(layOut(emptyOverlay, canvas).band.height).toBe(0);
});
