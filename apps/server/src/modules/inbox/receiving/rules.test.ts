import { unsubscribePayload } from "@homeroom/contract/message-templates";
import { expect, test } from "vitest";
import { marketingChoice } from "./rules.ts";

const choiceOf = (text: string, details: Record<string, unknown> = {}) => marketingChoice({ text, details });

test.each([
  "STOP",
  " stop. ",
  "Opt-out",
  "ｓｔｏｐ",
  "取消訂閱",
  "「退訂」",
  "退订！",
  "停止",
  "不再接收。",
  "Unsubscribe",
])("%j stops", (text) => {
  expect(choiceOf(text)).toBe("stop");
});

test.each(["START", "訂閱", "恢复订阅", "opt in"])("%j resumes", (text) => {
  expect(choiceOf(text)).toBe("resume");
});

test.each([
  "",
  "請不要停止上課",
  "please stop calling",
  "stop by at five?",
  "我想取消訂閱的課程",
  "訂閱費用多少",
  "x".repeat(5000),
])("%j is for staff to read", (text) => {
  expect(choiceOf(text)).toBeNull();
});

test("the unsubscribe button of a template stops, whatever it is called", () => {
  expect(choiceOf("不再接收", { payload: unsubscribePayload })).toBe("stop");
});
