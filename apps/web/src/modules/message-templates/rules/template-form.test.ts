import { expect, test } from "vitest";
import { contentOf, nextVariable, sameText, templateName, trimmed } from "./template-form.ts";

test("what is typed becomes a name that WhatsApp takes", () => {
  expect(templateName("Trial Class-Reminder")).toBe("trial_class_reminder");
});

test("variables are counted on, and those that are gone from the text are left out", () => {
  expect(nextVariable("您好")).toBe(1);
  expect(nextVariable("{{1}} 與 {{ 2 }}")).toBe(3);
  const form = { ...contentOf({ body: "{{1}}", variables: [{ sample: "一" }, { sample: "二" }] }) };
  const whole = { ...form, name: "a", language: "en", category: "utility", usage: "both" } as const;
  expect(trimmed(whole).variables).toEqual([{ sample: "一", source: "none" }]);
});

test("a form that has only begun can be shown", () => {
  expect(contentOf(undefined)).toMatchObject({ type: "none", body: "", buttons: [] });
  expect(contentOf({ buttons: { 0: { type: "call", text: "撥打" } } }).buttons).toMatchObject([{ type: "call" }]);
});

test("what WhatsApp does not review makes no other text: the picture, and what variables begin with", () => {
  const one = contentOf({ type: "image", body: "您好 {{1}}，歡迎", variables: [{ sample: "陳太" }] });
  const picture = { ...one, headerImage: "0199a000-0000-7000-8000-00000000000a" as typeof one.headerImage };
  expect(sameText(one, picture)).toBe(true);
  expect(sameText(one, { ...one, variables: [{ sample: "陳太", source: "nickname" }] })).toBe(true);
  expect(sameText(one, { ...one, variables: [{ sample: "林太", source: "none" }] })).toBe(false);
  expect(sameText(one, { ...one, footer: "晨光" })).toBe(false);
});
