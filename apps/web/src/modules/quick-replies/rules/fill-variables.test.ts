import { expect, test } from "vitest";
import { fillVariables, partsOf, titleOf } from "./fill-variables.ts";

const values = { nickname: "陳太太", phone: "", sales: "王小姐", branch: "旺角分校", me: "李老師" };

test("variables are filled, also twice; unknown ones stay visible", () => {
  expect(fillVariables("{nickname}您好，我是{me}。{nickname}", values)).toBe("陳太太您好，我是李老師。陳太太");
  expect(fillVariables("電話 {phone} {price}", values)).toBe("電話 {phone} {price}");
});

test("the value of a variable is not filled again", () => {
  expect(fillVariables("{nickname}", { ...values, nickname: "{me}" })).toBe("{me}");
});

test("a reply is identified by its first line", () => {
  expect(titleOf("第一行\n第二行")).toBe("第一行");
});

test("a reply is split into its text and its variables, and complete when joined again", () => {
  expect(partsOf("{nickname}您好，{me}")).toEqual([
    { at: 0, text: "{nickname}" },
    { at: 10, text: "您好，" },
    { at: 13, text: "{me}" },
  ]);
  expect(partsOf("")).toEqual([]);
});
