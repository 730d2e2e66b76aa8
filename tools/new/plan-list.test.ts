import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { declaredTexts as textsOfFeatures } from "@homeroom/contract/features";
import { parseSync } from "oxc-parser";
import { expect, onTestFinished, test } from "vitest";
import { docstringsGate } from "../gates/docstrings-gate.ts";
import { namesGate } from "../gates/names-gate.ts";
import { told } from "../gates/tree-for-tests.ts";
import { wordingGate } from "../gates/wording-gate.ts";
import { namesOf } from "./names.ts";
import { planList } from "./plan-list.ts";

const root = join(import.meta.dirname, "../..");
const names = namesOf("study-room", { tw: "自習室", cn: "自习室" });
const plan = planList(root, names);
const sources = [...plan].filter(([file]) => /\.tsx?$/.test(file));

test("a list touches at most twenty files, each of which can be read", () => {
  expect(plan.size).toBeLessThanOrEqual(20);
  for (const [file, content] of sources) expect([file, parseSync(file, content).errors]).toEqual([file, []]);
  for (const [file, content] of sources)
    expect([file, /<(one|many|table|thing|path)\b/i.test(content)]).toEqual([file, false]);
});

test("its table is one of the plain tables", () => {
  const tables = plan.get("database/plain-tables.ts") ?? "";
  expect(tables.slice(tables.indexOf("interface PlainTables"))).toContain("study_room: NamedColumns");
});

test("a list keeps the rules of names, docstrings and texts", async () => {
  const own = Object.fromEntries(sources.filter(([file]) => file.includes("study-room")));
  for (const gate of [namesGate, docstringsGate, wordingGate]) expect(await told(gate, own)).toEqual([]);
});

test("its permissions, words of the audit log and texts are derived, and its calls are bound to them", async () => {
  // Inside the repository, so that packages are found.
  mkdirSync(join(root, ".cache"), { recursive: true });
  const copy = mkdtempSync(join(root, ".cache/new-list-"));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  cpSync(join(root, "packages/contract"), join(copy, "packages/contract"), { recursive: true });
  for (const [file, content] of plan) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), content);
  }
  const load = async (name: string) =>
    (await import(pathToFileURL(join(copy, `packages/contract/src/${name}.ts`)).href)) as Record<string, unknown>;
  const wanted = ["query", "add", "edit", "delete", "export"].map((action) => `org:studyroom:${action}`);
  expect((await load("permissions"))["permissions"]).toEqual(expect.arrayContaining(wanted));
  expect((await load("audit"))["auditModules"]).toContain("studyRoom");
  expect((await load("audit-texts"))["auditModuleTexts"]).toMatchObject({ studyRoom: { en: "study room" } });
  const { declaredTexts } = (await load("features")) as { declaredTexts: typeof textsOfFeatures };
  expect(declaredTexts("route", "zh-cn")).toMatchObject({ studyRoom: "自习室" });
  const calls = ((await load("all-endpoints"))["allEndpoints"] as Record<string, Record<string, { access: string }>>)[
    "studyRooms"
  ];
  expect(Object.values(calls ?? {}).map(({ access }) => access)).toEqual(wanted);
});

test.each(["Room", "study room", "room-", ""])("%j is no noun for files and tables", (noun) => {
  expect(() => namesOf(noun, { tw: "自習室", cn: "自习室" })).toThrow("kebab-case");
});
