import { expect, test } from "vitest";
import { docstringsGate } from "./docstrings-gate.ts";
import { sqlGate } from "./sql-gate.ts";
import { suppressionsGate } from "./suppressions-gate.ts";
import { told } from "./tree-for-tests.ts";
import { wordsGate } from "./words-gate.ts";

const schema = "export interface Schema {\n  lead: object;\n  message: object;\n}\n";
const modules = "apps/server/src/modules";

test.each([
  ["a rule", `${modules}/leads/rules.ts`, 'export const a = (tx: never) => tx.selectFrom("lead");\n'],
  ["a route", `${modules}/leads/routes.ts`, "export const a = sql`select 1`;\n"],
  [
    "an integration",
    "apps/server/src/integrations/line/client.ts",
    'export const a = (tx: never) => tx.insertInto("lead");\n',
  ],
  ["the app", "apps/server/src/app.ts", "export const a = sql`select 1 from lead`;\n"],
])("sql: %s holds none", async (_, file, text) => {
  expect(await told(sqlGate, { [file]: text })).toEqual([`${file}:1: holds SQL`]);
});

test("sql: a table belongs to the module that writes it", async () => {
  const found = await told(sqlGate, {
    "database/schema.ts": schema,
    [`${modules}/leads/actions/create-lead.ts`]: 'export const a = (tx: never) => tx.insertInto("lead");\n',
    [`${modules}/inbox/queries.ts`]: [
      'export const a = (tx: never) => tx.selectFrom("message as m").innerJoin("lead as l", "l.lead_id", "m.lead_id");',
      "export const b = sql`select 1 from message join lead using (lead_id) for update of message`;",
      'export const c = (tx: never) => findRow(tx, scope, "lead", { lead_id: "a" });',
      "",
    ].join("\n"),
  });
  expect(found).toEqual([
    `${modules}/inbox/queries.ts:1: module inbox works on table lead, which leads writes`,
    `${modules}/inbox/queries.ts:2: module inbox works on table lead, which leads writes`,
    `${modules}/inbox/queries.ts:3: module inbox works on table lead, which leads writes`,
  ]);
});

test("sql: queries, actions, tests, platform and migrations may hold it", async () => {
  const select = 'export const a = (tx: never) => tx.selectFrom("lead");\n';
  const found = await told(sqlGate, {
    "database/schema.ts": schema,
    "database/migrations/0001-a.ts": select,
    "apps/server/src/platform/outbox/relay.ts": select,
    [`${modules}/leads/queries.ts`]: select,
    [`${modules}/leads/queries/list.ts`]: select,
    [`${modules}/leads/routes.test.ts`]: select,
  });
  expect(found).toEqual([]);
});

test("docstrings: an exported function of the platform, a port or the contract", async () => {
  const bare = "export function a(): void {}\nexport const b = () => 1;\n";
  const found = await told(docstringsGate, {
    "apps/server/src/platform/db/a.ts": bare,
    "packages/contract/src/a.ts": "/** Says what it promises. */\nexport function a(): void {}\nexport const b = 1;\n",
    [`${modules}/leads/public.ts`]: "// not this\nexport function c(): void {}\n",
    [`${modules}/leads/rules.ts`]: bare,
  });
  expect(found).toEqual([
    `${modules}/leads/public.ts:2: c has no docstring`,
    "apps/server/src/platform/db/a.ts:1: a has no docstring",
    "apps/server/src/platform/db/a.ts:2: b has no docstring",
  ]);
});

test.each([
  ["// @ts-expect-error", false],
  ["// @ts-expect-error: the library's type forgets null", true],
  ["// oxlint-disable-next-line no-console", false],
  ["// oxlint-disable-next-line no-console -- the program's only output", true],
  ["/* oxlint-disable no-console */", false],
  ["// biome-ignore format: too short", false],
  ["// biome-ignore format: a table reads better in columns", true],
  ["// @ts-ignore: the library's type forgets null", false],
  ["// eslint-disable-next-line no-console -- the program's only output", false],
  ["// Suppressed with oxlint-disable elsewhere.", true],
])("suppressions: %s", async (comment, isFine) => {
  const found = await told(suppressionsGate, {
    "tools/a.ts": `export const a = 1;\n${comment}\nexport const b = 2;\n`,
  });
  expect(found).toEqual(isFine ? [] : [expect.stringContaining("tools/a.ts:2: ")]);
});

test.each([
  ["docs/a.md", `See ${"/ro"}ot/projects/a.\n`, "names a path of somebody's machine"],
  ["tools/a.ts", `export const a = "${"/ho"}me/ada/x";\n`, "names a path of somebody's machine"],
  [".npmrc", `registry=https://${"registry"}.npmjs.org/\n`, "names a package registry"],
  [
    "package-lock.json",
    `{\n"resolved": ${'"https'}://example.test/a.tgz"\n}\n`,
    "ties the lockfile to the host that it was made with",
  ],
  ["docs/a.md", `${"<".repeat(7)} HEAD\n`, "holds an unfinished merge"],
])("words: %s with %j", async (file, text, what) => {
  const line = text.startsWith("{") ? 2 : 1;
  expect(await told(wordsGate, { [file]: text })).toEqual([`${file}:${line}: ${what}`]);
});

test("words: links between workspaces and addresses of the web are fine", async () => {
  const lock = '{ "node_modules/@homeroom/server": {\n"resolved": "apps/server",\n"link": true } }';
  const address = ["https://example.test", "work", "root", "home", "\n"].join("/");
  expect(await told(wordsGate, { "package-lock.json": lock, "docs/a.md": address })).toEqual([]);
});
