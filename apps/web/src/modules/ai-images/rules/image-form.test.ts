import { expect, it } from "vitest";
import { bytesText, queryOf, titleOf } from "./image-form.ts";

it("asks only for what the contract knows", () => {
  expect(queryOf({ type: ["generated"], status: ["nonsense"], tag: ["招生", "海報"] }, "")).toEqual({
    type: "generated",
    tag: ["招生", "海報"],
  });
  expect(queryOf({}, "鋼琴")).toEqual({ keywords: "鋼琴" });
});

it("calls an image by its name, or how its prompt begins", () => {
  expect(titleOf({ name: "海報", prompt: "x" })).toBe("海報");
  expect(titleOf({ name: "", prompt: "一行\n兩行" })).toBe("一行");
});

it("says how many bytes in short", () => {
  expect([0, 900, 1536, 20 * 1024 ** 2, 2 * 1024 ** 3].map(bytesText)).toEqual([
    "0 B",
    "900 B",
    "1.5 KB",
    "20 MB",
    "2 GB",
  ]);
});
