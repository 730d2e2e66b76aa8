import type { TemplateChoice } from "@homeroom/contract/chat-templates";
import { expect, test } from "vitest";
import { firstGap, firstValues, matching, shownTemplate } from "./template-values.ts";

const choice = {
  recordID: "0199a000-0000-7000-8000-000000000001",
  name: "trial_reminder",
  language: "zh_TW",
  category: "utility",
  type: "text",
  header: "給{{1}}",
  pictureUrl: null,
  body: "{{1}}您好，明天 {{2}} 見。",
  footer: "",
  buttons: [{ type: "link", text: "課表", url: "https://school.example/{{1}}" }],
  places: [
    { key: "header", part: "header", sample: "陳太", value: "" },
    { key: "body.1", part: "body", sample: "陳小姐", value: "李太" },
    { key: "body.2", part: "body", sample: "19:00", value: "" },
    { key: "button.0", part: "button", sample: "autumn", value: "" },
  ],
} as unknown as TemplateChoice;

test("known values fill their placeholders, samples fill the others", () => {
  const values = firstValues(choice);
  expect(firstGap(choice, values)).toBe("header");
  expect(shownTemplate(choice, values)).toEqual({
    name: "trial_reminder",
    header: "給陳太",
    body: "李太您好，明天 19:00 見。",
    footer: "",
    buttons: [{ type: "link", text: "課表", url: "https://school.example/autumn" }],
  });
});

test("a filled template has no empty placeholder; blanks do not count", () => {
  const filled = { header: "甲", "body.1": "乙", "body.2": "丙", "button.0": "丁" };
  expect(firstGap(choice, filled)).toBeNull();
  expect(firstGap(choice, { ...filled, "body.2": "  " })).toBe("body.2");
});

test("found by words of its name or text", () => {
  expect(matching([choice], "TRIAL 明天")).toEqual([choice]);
  expect(matching([choice], "早鳥")).toEqual([]);
});
