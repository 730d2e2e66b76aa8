import { expect, test } from "vitest";
import { englishGate } from "./english-gate.ts";
import { told } from "./tree-for-tests.ts";

const action = "apps/server/src/modules/leads/actions/save-lead.ts";
const texts = "apps/web/src/platform/i18n/en/leads.json";

test.each([
  ["/** Loads the list anew. */", "anew"],
  ["/**\n * Tells the people\n * whom it\n * concerns.\n */", "whom"],
  ["// What a page sends is\n// told\n// of later.", "told of"],
  ["/** Notes that a lead has gone. */", "Notes that"],
  ["/** A trial run of an import. */", "trial run"],
  ["/** Dear at this size. */", "Dear"],
  ["/** Where it stands in the list. */", "stands in the"],
])("english: the comment %j", async (comment, word) => {
  expect(await told(englishGate, { [action]: `${comment}\nexport const a = 1;\n` })).toEqual([
    `${action}:1: says "${word}"`,
  ]);
});

test("english: names of tests, messages, docs, styles and English texts", async () => {
  const found = await told(englishGate, {
    "apps/server/src/modules/leads/leads.test.ts": 'test("is told to whoever sees it", run);\n',
    [texts]: '{\n  "hint": "Those who see it"\n}\n',
    "apps/web/src/ui/page/page.module.css": ".page {\n}\n/* Room for so\n   many rows. */\n",
    "docs/decisions/2026-11-20-x.md": "# X\n\n- One.\n- What\n  became of it.\n",
  });
  expect(found).toEqual([
    'apps/server/src/modules/leads/leads.test.ts:1: says "whoever"',
    `${texts}:2: says "Those who"`,
    'apps/web/src/ui/page/page.module.css:3: says "so many"',
    'docs/decisions/2026-11-20-x.md:4: says "became of"',
  ]);
});

test("english: names in code and of files", async () => {
  const file = "apps/web/src/app/begin-anew.ts";
  const found = await told(englishGate, { [file]: "export const notes = [];\nexport const ownerOfWhom = notes;\n" });
  expect(found).toEqual([`${file}: is named "${file}"`, `${file}:2: is named "ownerOfWhom"`]);
});

test("english: notes, dear customers, names in code and the list itself pass", async () => {
  const found = await told(englishGate, {
    [action]: '/** Notes of a lead; a sandbox stands in for Meta. */\nexport const a = ["noted", "Dear {{1}}"];\n',
    "docs/style.md": "Avoid: anew, whoever.\n",
    "apps/web/src/platform/i18n/zh-tw/leads.json": '{ "a": "whoever" }',
  });
  expect(found).toEqual([]);
});
