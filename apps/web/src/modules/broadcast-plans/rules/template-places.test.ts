import type { TemplateRow } from "@homeroom/contract/message-templates";
import { expect, test } from "vitest";
import { emptyPlaces, firstVariables, placesOf, sampleText } from "./template-places.ts";

const content = {
  type: "text",
  header: "{{1}} 通知",
  headerSample: "暑期班",
  body: "{{1}}您好，{{2}}",
  variables: [
    { sample: "小明", source: "nickname" },
    { sample: "明天見", source: "none" },
  ],
  footer: "",
  buttons: [{ type: "link", text: "報名", url: "https://a.test/{{1}}", urlSample: "https://a.test/join", phone: "" }],
};
const template = { content, inUse: null } as unknown as TemplateRow;

test("placeholders are read in order, with their initial values", () => {
  expect(placesOf(template)).toEqual([
    { key: "header", sample: "暑期班", source: "none" },
    { key: "body.1", sample: "小明", source: "nickname" },
    { key: "body.2", sample: "明天見", source: "none" },
    { key: "button.0", sample: "join", source: "none" },
  ]);
  expect(sampleText(template)).toBe("小明您好，明天見");
});

test("a fact of the lead fills its placeholder; the others need a text", () => {
  const variables = firstVariables(template);
  expect(emptyPlaces(template, variables)).toEqual(["header", "body.2", "button.0"]);
  expect(emptyPlaces(template, { ...variables, header: { source: "none", text: "春季班" } })).toEqual([
    "body.2",
    "button.0",
  ]);
});
