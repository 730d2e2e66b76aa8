import { expect, test } from "vitest";
import { contentOf, nextVariable, sameText, templateName, trimmed } from "./template-form.ts";

test("input becomes a name that WhatsApp accepts", () => {
  expect(templateName("Trial Class-Reminder")).toBe("trial_class_reminder");
});

test("new variables continue the numbering, and those no longer in the text are left out", () => {
  expect(nextVariable("您好")).toBe(1);
  expect(nextVariable("{{1}} 與 {{ 2 }}")).toBe(3);
  const form = { ...contentOf({ body: "{{1}}", variables: [{ sample: "一" }, { sample: "二" }] }) };
  const whole = { ...form, name: "a", language: "en", category: "utility", usage: "both" } as const;
  expect(trimmed(whole).variables).toEqual([{ sample: "一", source: "none" }]);
});

test("an incomplete form can be previewed", () => {
  expect(contentOf(undefined)).toMatchObject({ type: "none", body: "", buttons: [] });
  expect(contentOf({ buttons: { 0: { type: "call", text: "撥打" } } }).buttons).toMatchObject([{ type: "call" }]);
});

test("the picture and the initial facts, which WhatsApp does not review, do not make a different text", () => {
  const one = contentOf({ type: "image", body: "您好 {{1}}，歡迎", variables: [{ sample: "陳太" }] });
  const picture = { ...one, headerImage: "0199a000-0000-7000-8000-00000000000a" as typeof one.headerImage };
  expect(sameText(one, picture)).toBe(true);
  expect(sameText(one, { ...one, variables: [{ sample: "陳太", source: "nickname" }] })).toBe(true);
  expect(sameText(one, { ...one, variables: [{ sample: "林太", source: "none" }] })).toBe(false);
  expect(sameText(one, { ...one, footer: "晨光" })).toBe(false);
});
