import { guideChapters } from "@homeroom/contract/guide-chapters";
import { expect, test } from "vitest";
import { guideGate } from "./guide-gate.ts";
import { told } from "./tree-for-tests.ts";

const pathOf = (language: string, name: string) => `apps/web/src/modules/guide/chapters/${language}/${name}.md`;
const save = { "zh-tw": "儲存", "zh-cn": "保存", en: "Save" };
const languages = ["zh-tw", "zh-cn", "en"] as const;

/** A guide without faults: each chapter names one button. */
function guide(): Record<string, string> {
  const chapters = languages.flatMap((language) =>
    guideChapters.map((name) => [pathOf(language, name), `## A {#a}\n**${save[language]}**\n`]),
  );
  const texts = languages.map((language) => [
    `apps/web/src/platform/i18n/${language}/leads.json`,
    JSON.stringify({ save: save[language], add: `add-${language}` }),
  ]);
  return Object.fromEntries([...chapters, ...texts]) as Record<string, string>;
}

test("guide: button names as on the screens pass", async () => {
  expect(await told(guideGate, guide())).toEqual([]);
});

test("guide: a chapter that is missing in one language", async () => {
  const { [pathOf("zh-cn", "roles")]: _, ...files } = guide();
  expect(await told(guideGate, files)).toEqual([`${pathOf("zh-cn", "roles")}: is not there`]);
});

test("guide: a language that leaves a step out, or has another heading id", async () => {
  const files = guide();
  for (const language of languages) files[pathOf(language, "leads")] = "## A {#a}\n1. x\n1. y\n";
  files[pathOf("zh-tw", "leads")] = "## A {#a}\n1. x\n";
  files[pathOf("zh-cn", "leads")] = "## A {#b}\n1. x\n1. y\n";
  expect(await told(guideGate, files)).toEqual([
    `${pathOf("zh-tw", "leads")}: has "a steps1" where English has "a steps2"`,
    `${pathOf("zh-cn", "leads")}: has "b steps2" where English has "a steps2"`,
  ]);
});

test("guide: a button that no screen has, and one that another language does not name", async () => {
  const files = { ...guide(), [pathOf("en", "inbox")]: "## A {#a}\n**Store** or **add-en**\n" };
  const found = await told(guideGate, files);
  for (const quote of ["Store", "add-en"]) {
    expect(found).toContainEqual(expect.stringContaining(`${pathOf("en", "inbox")}: no screen shows "${quote}"`));
  }
  expect(found).toContainEqual(expect.stringContaining(`${pathOf("zh-tw", "inbox")}: no screen shows "儲存"`));
});

test("guide: a link to a section that is not there", async () => {
  const files = guide();
  files[pathOf("en", "inbox")] = "## A {#a}\n**Save** [a](/guide/leads#a) [b](/guide/leads#b) [c](https://x.example)\n";
  expect(await told(guideGate, files)).toEqual([
    `${pathOf("en", "inbox")}: leads to /guide/leads#b, which is not in the guide`,
    `${pathOf("en", "inbox")}: leads to https://x.example, which is not in the guide`,
  ]);
});

test("guide: words and characters of the other Chinese", async () => {
  const files = guide();
  files[pathOf("zh-tw", "roles")] += "默認的開关\n";
  for (const language of ["zh-cn", "en"]) files[pathOf(language, "roles")] += "x\n";
  expect(await told(guideGate, files)).toEqual([
    `${pathOf("zh-tw", "roles")}:3: zh-tw has the simplified 关`,
    `${pathOf("zh-tw", "roles")}:3: zh-tw says 默認`,
  ]);
});
