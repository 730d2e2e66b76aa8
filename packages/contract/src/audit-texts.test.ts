import { expect, test } from "vitest";
import { auditActions, auditModules } from "./audit.ts";
import { auditActionText, auditPairsSaying, auditSentence, auditSentenceParts } from "./audit-texts.ts";
import { languages } from "./language.ts";

const lead = (action: string, name: string) => ({ module: "lead", action, subject: { type: "lead", name } });

test("an entry is a sentence in the reader's language, with the subject's name apart", () => {
  expect(auditSentence(lead("edited", "王小明"), "zh-tw")).toBe("修改名單「王小明」");
  expect(auditSentence(lead("deleted", "王小明"), "zh-cn")).toBe("删除名单“王小明”");
  expect(auditSentence(lead("created", "Ann"), "en")).toBe("Added lead “Ann”");
  expect(auditSentenceParts(lead("noted", "王小明"), "zh-tw")).toEqual(["為名單", "「王小明」", "新增備註"]);
});

test("kinds of setting that have a name of their own use it", () => {
  const setting = (type: string) => ({ module: "setting", action: "edited", subject: { type, name: "大安校" } });
  expect(auditSentence(setting("welcome"), "zh-tw")).toBe("修改歡迎訊息「大安校」");
  expect(auditSentence(setting("lineChannel"), "zh-tw")).toBe("修改 LINE 官方帳號「大安校」");
  expect(auditSentence(setting("lineChannel"), "en")).toBe("Changed LINE account “大安校”");
  const broadcasts = { module: "broadcast", action: "edited", subject: { type: "broadcastSetting", name: "" } };
  expect(auditSentence(broadcasts, "zh-tw")).toBe("修改群發設定");
});

test("a sentence without a name has no place for one", () => {
  const log = { module: "log", action: "exported", subject: { type: "log", name: "" } };
  expect(auditSentence(log, "zh-tw")).toBe("匯出操作日誌");
  expect(auditSentence(log, "en")).toBe("Exported audit log");
});

test("names of another release are shown as they are", () => {
  const newer = { module: "robot", action: "launched", subject: { type: "robot", name: "R2" } };
  expect(auditSentence(newer, "zh-tw")).toBe("launched robot「R2」");
});

const everySentence = languages.flatMap((language) =>
  auditActions.flatMap((action) =>
    auditModules.flatMap((module) =>
      ["", "甲"].map((name) => auditSentence({ module, action, subject: { type: "", name } }, language)),
    ),
  ),
);

test("every action with every module is a sentence without places or odd spaces, in every language", () => {
  for (const text of everySentence) {
    expect(text).toMatch(/^\S(.*\S)?$/);
    expect(text).not.toMatch(/[{}]| {2}/);
  }
});

test("every action has a short name", () => {
  for (const language of languages) {
    for (const action of auditActions) expect(auditActionText(action, language), action).toMatch(/^\S(.*\S)?$/);
  }
});

test("words are found in the sentences that say them", () => {
  expect(auditPairsSaying("新增名單", "zh-tw")).toEqual([["lead", "created"]]);
  expect(auditPairsSaying("匯出角色", "zh-tw")).toEqual([["role", "exported"]]);
  expect(auditPairsSaying("added LEAD", "en")).toEqual([["lead", "created"]]);
  expect(auditPairsSaying("王小明", "zh-tw")).toEqual([]);
});
