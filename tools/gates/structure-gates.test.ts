import { expect, test } from "vitest";
import { cyclesGate } from "./cycles-gate.ts";
import { importsGate } from "./imports-gate.ts";
import { namesGate } from "./names-gate.ts";
import { offences, told } from "./tree-for-tests.ts";

const module = (name: string, file: string): string => `apps/server/src/modules/${name}/${file}`;
const a = "export const a = 1;\n";

test.each([
  [
    "a module reaches into another",
    module("leads", "rules.ts"),
    'import { a } from "#modules/inbox/queries";',
    module("inbox", "queries.ts"),
  ],
  [
    "a module imports an integration",
    module("leads", "rules.ts"),
    'import { a } from "#integrations/line/client";',
    "apps/server/src/integrations/line/client.ts",
  ],
  [
    "a module imports the app",
    module("leads", "rules.ts"),
    'import { a } from "../../app.ts";',
    "apps/server/src/app.ts",
  ],
  [
    "platform imports a module",
    "apps/server/src/platform/db/a.ts",
    'import type { a } from "#modules/leads/public";',
    module("leads", "public.ts"),
  ],
  [
    "an integration takes more than port and public",
    "apps/server/src/integrations/line/a.ts",
    'import { a } from "#modules/inbox/rules";',
    module("inbox", "rules.ts"),
  ],
  [
    "an integration imports another",
    "apps/server/src/integrations/line/a.ts",
    'import { a } from "#integrations/smtp/client";',
    "apps/server/src/integrations/smtp/client.ts",
  ],
  [
    "the contract imports the server",
    "packages/contract/src/a.ts",
    'import { a } from "../../../apps/server/src/app.ts";',
    "apps/server/src/app.ts",
  ],
  [
    "the app reaches into a module",
    "apps/server/src/app.ts",
    'export { a } from "#modules/leads/routes";',
    module("leads", "routes.ts"),
  ],
  [
    "the server imports the sandbox",
    "apps/server/src/app.ts",
    'const x = await import("../../sandbox/src/main.ts");',
    "apps/sandbox/src/main.ts",
  ],
  [
    "the product imports a test's builder",
    module("leads", "rules.ts"),
    'import { a } from "./for-tests.ts";',
    module("leads", "for-tests.ts"),
  ],
  [
    "ui imports a web module",
    "apps/web/src/ui/a.tsx",
    'import { a } from "#modules/leads/public.ts";',
    "apps/web/src/modules/leads/public.ts",
  ],
  [
    "a web module imports the app",
    "apps/web/src/modules/leads/api.ts",
    'import { a } from "#app/views.ts";',
    "apps/web/src/app/views.ts",
  ],
  [
    "a web module reaches into another",
    "apps/web/src/modules/leads/api.ts",
    'import { a } from "#modules/inbox/api.ts";',
    "apps/web/src/modules/inbox/api.ts",
  ],
  [
    "web platform imports ui",
    "apps/web/src/platform/a.ts",
    'import { a } from "#ui/icon.tsx";',
    "apps/web/src/ui/icon.tsx",
  ],
  [
    "the web app imports the server",
    "apps/web/src/app/a.ts",
    'import { a } from "../../../server/src/app.ts";',
    "apps/server/src/app.ts",
  ],
  [
    "the product imports a tool",
    module("leads", "rules.ts"),
    'import { a } from "../../../../../tools/check.ts";',
    "tools/check.ts",
  ],
])("imports: %s", async (_, from, statement, to) => {
  const found = await offences(importsGate, { [from]: `${statement}\n`, [to]: a });
  expect(found.map(({ where }) => where)).toEqual([`${from}:1`]);
  expect(found[0]?.what).toContain(to);
  expect(found[0]?.advice).toMatch(/\.$/);
});

test("imports: what the rules allow passes", async () => {
  const found = await told(importsGate, {
    [module("leads", "public.ts")]:
      'import { a } from "./rules.ts";\nimport { b } from "#platform/db/a";\nexport const x = [a, b];\n',
    [module("leads", "rules.ts")]: 'export { a } from "#modules/inbox/public";\n',
    [module("leads", "rules.test.ts")]: 'import { a } from "#modules/inbox/for-tests";\nexport const b = a;\n',
    [module("inbox", "public.ts")]: a,
    [module("inbox", "port.ts")]: a,
    [module("inbox", "for-tests.ts")]: a,
    "apps/server/src/platform/db/a.ts":
      'import type { Schema } from "@homeroom/database/schema";\nexport type A = Schema;\nexport const b = 1;\n',
    "apps/server/src/integrations/line/client.ts": 'import { a } from "#modules/inbox/port";\nexport const b = a;\n',
    "apps/server/src/app.ts":
      'import { b } from "#integrations/line/client";\nimport { x } from "#modules/leads/public";\nexport const c = [b, x];\n',
    "apps/web/src/app/views.ts":
      'export const views = { "lead/index": () => import("#modules/leads/screens/lead-index.tsx") };\n',
    "apps/web/src/modules/leads/screens/lead-index.tsx": a,
    "database/schema.ts": "export interface Schema {}\n",
  });
  expect(found).toEqual([]);
});

test("cycles: two files that import each other", async () => {
  const found = await told(cyclesGate, {
    "tools/a.ts": 'import { b } from "./b.ts";\nexport const a = b;\n',
    "tools/b.ts": 'import { a } from "./a.ts";\nexport const b = a;\n',
  });
  expect(found).toEqual(["tools/a.ts:1: goes in a cycle: tools/a.ts -> tools/b.ts -> tools/a.ts"]);
});

const needsTypeOf = (name: string): string =>
  `import type { ${name} } from "./${name}.ts";\nexport type X = ${name};\n`;

test.each([
  "apps/server/src/platform/db/",
  module("leads", "rules/"),
  "apps/web/src/ui/",
  "packages/contract/src/",
  "apps/sandbox/src/",
])("cycles: types alone, in %s", async (folder) => {
  const files = { [`${folder}a.ts`]: needsTypeOf("b"), [`${folder}b.ts`]: needsTypeOf("a") };
  const what = `${folder}a.ts:1: goes in a cycle: ${folder}a.ts -> ${folder}b.ts -> ${folder}a.ts`;
  expect(await told(cyclesGate, files)).toEqual([what]);
});

test("cycles: dynamic imports count in the product", async () => {
  const found = await told(cyclesGate, {
    "apps/web/src/ui/a.ts": 'export const load = () => import("./b.ts");\n',
    "apps/web/src/ui/b.ts": 'import type { load } from "./a.ts";\nexport type B = typeof load;\n',
  });
  expect(found).toHaveLength(1);
});

test("cycles: around the product types may refer to one another", async () => {
  expect(await told(cyclesGate, { "tools/a.ts": needsTypeOf("b"), "tools/b.ts": needsTypeOf("a") })).toEqual([]);
});

test("cycles: two modules that import each other, without a cycle of files", async () => {
  const found = await told(cyclesGate, {
    [module("leads", "public.ts")]: 'import type { B } from "#modules/inbox/port";\nexport type A = B;\n',
    [module("leads", "port.ts")]: a,
    [module("inbox", "public.ts")]: 'import { a } from "#modules/leads/port";\nexport const b = a;\n',
    [module("inbox", "port.ts")]: "export type B = 1;\n",
  });
  expect(found).toEqual([expect.stringContaining("server module inbox -> server module leads")]);
});

test("names: a word of a module that is a file and a folder", async () => {
  const found = await told(namesGate, {
    [module("leads", "rules.ts")]: a,
    [module("leads", "rules/lead-row.ts")]: a,
    "apps/web/src/modules/leads/api.ts": a,
    "apps/web/src/modules/leads/api/desk.ts": a,
    "tools/start.ts": a,
    "tools/start/programs.ts": a,
  });
  expect(found).toEqual([
    `${module("leads", "rules.ts")}: is beside ${module("leads", "rules/")}`,
    "apps/web/src/modules/leads/api.ts: is beside apps/web/src/modules/leads/api/",
  ]);
});

test.each([
  ["tools/date-utils.ts", a, "is called utils"],
  ["apps/web/src/ui/common/a.ts", a, "is called common"],
  ["packages/contract/src/core.ts", a, "is called core"],
  ["tools/leadTable.ts", a, "leadTable is not in kebab-case"],
  ["tools/index.ts", "export const a = 1;\n", "is an index file"],
  [
    "tools/everything.ts",
    'export { a } from "./a.ts";\nexport * from "./b.ts";\n',
    "only passes on what other files define",
  ],
  ["apps/server/src/modules/leads/service.ts", a, "service.ts is no part of a module"],
  ["apps/web/src/modules/leads/hooks/use-leads.ts", a, "use-leads.ts is no part of a module"],
  ["apps/server/src/modules/leads/bulk/service.ts", a, "service.ts is no part of a module"],
])("names: %s", async (file, text, what) => {
  expect(await told(namesGate, { [file]: text })).toEqual([`${file}: ${what}`]);
});

test("names: the closed vocabulary, its folders and its tests pass", async () => {
  const found = await told(namesGate, {
    [module("leads", "actions/assign-lead.ts")]: a,
    [module("leads", "queries/lead-list.ts")]: a,
    [module("leads", "bulk/queries.ts")]: a,
    [module("leads", "bulk/writes/write-bulk.ts")]: a,
    [module("leads", "bulk/bulk.test.ts")]: a,
    [module("leads", "routes.test.ts")]: a,
    [module("leads", "public.ts")]: 'export { a } from "./rules.ts";\n',
    "apps/web/src/modules/leads/components/lead-card.module.css": "",
    "apps/web/src/platform/i18n/zh-tw/signIn.json": "{}",
    "README.md": "",
  });
  expect(found).toEqual([]);
});
