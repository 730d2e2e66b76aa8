import { expect, it } from "vitest";
import { bytesText, queryOf, titleOf } from "./image-form.ts";

it("requests only values that the contract allows", () => {
  expect(queryOf({ type: ["generated"], status: ["nonsense"], tag: ["招生", "海報"] }, "")).toEqual({
    type: "generated",
    tag: ["招生", "海報"],
  });
  expect(queryOf({}, "鋼琴")).toEqual({ keywords: "鋼琴" });
});

it("shows an image's name, or the beginning of its prompt", () => {
  expect(titleOf({ name: "海報", prompt: "x" })).toBe("海報");
  expect(titleOf({ name: "", prompt: "一行\n兩行" })).toBe("一行");
});

it("formats bytes in short form", () => {
  expect([0, 900, 1536, 20 * 1024 ** 2, 2 * 1024 ** 3].map(bytesText)).toEqual([
    "0 B",
    "900 B",
    "1.5 KB",
    "20 MB",
    "2 GB",
  ]);
});
