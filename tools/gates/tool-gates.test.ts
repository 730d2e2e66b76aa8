import { beforeAll, describe, expect, test } from "vitest";
import { formatGate } from "./format-gate.ts";
import type { Offence } from "./gate.ts";
import { lintGate } from "./lint-gate.ts";
import { offences, told } from "./tree-for-tests.ts";
import { typesGate } from "./types-gate.ts";
import { unusedGate } from "./unused-gate.ts";

test("types: a wrong type is named with its line", async () => {
  const found = await told(typesGate, {
    "tools/a.ts": 'export const age: number = 1;\nexport const name: number = "x";\n',
  });
  expect(found).toEqual(["tools/a.ts:2: TS2322: Type 'string' is not assignable to type 'number'."]);
});

test("types: the web app is checked as well", async () => {
  const found = await told(typesGate, {
    "apps/web/tsconfig.json": '{ "extends": "../../tsconfig.base.json", "include": ["src"] }',
    "apps/web/src/a.ts": 'export const age: number = "x";\n',
    "tools/a.ts": "export const a = 1;\n",
  });
  expect(found).toEqual([expect.stringContaining("src/a.ts:1: TS2322")]);
});

test("types: what compiles passes", async () => {
  expect(await told(typesGate, { "tools/a.ts": "export const age = 1;\n" })).toEqual([]);
});

describe("lint", () => {
  const wrong: [rule: string, file: string, text: string][] = [
    [
      "no-explicit-any",
      "apps/server/src/no-explicit-any.ts",
      "export function a(value: any): void {\n  void value;\n}\n",
    ],
    [
      "no-floating-promises",
      "apps/server/src/no-floating-promises.ts",
      "async function b(): Promise<void> {}\nexport function a(): void {\n  b();\n}\n",
    ],
    [
      "no-misused-promises",
      "apps/server/src/no-misused-promises.ts",
      "export const a = [1].filter(async () => true);\n",
    ],
    ["await-thenable", "apps/server/src/await-thenable.ts", "export const a = await 1;\n"],
    [
      "consistent-type-imports",
      "tools/consistent-type-imports.ts",
      'import { Stats } from "node:fs";\nexport type A = Stats;\n',
    ],
    ["eqeqeq", "tools/eqeqeq.ts", "export const a = (b: string) => b == `x`;\n"],
    ["no-unused-vars", "tools/no-unused-vars.ts", "const a = 1;\nexport {};\n"],
    ["no-console", "apps/server/src/no-console.ts", "console.log(1);\n"],
    ["no-process-env", "apps/server/src/modules/leads/rules.ts", "export const a = process.env;\n"],
    ["no-default-export", "tools/no-default-export.ts", "export default 1;\n"],
    ["max-params", "tools/max-params.ts", "export const a = (b: 1, c: 1, d: 1, e: 1, f: 1) => [b, c, d, e, f];\n"],
    ["max-lines", "tools/max-lines.ts", "export const a = 1;\n".repeat(1) + "// why\n".repeat(401)],
    [
      "max-lines-per-function",
      "tools/max-lines-per-function.ts",
      `export function a(): void {\n${"  void 1;\n".repeat(61)}}\n`,
    ],
    ["no-warning-comments", "tools/no-warning-comments.ts", `// ${"TO"}DO later\nexport {};\n`],
    [
      "no-disabled-tests",
      "tools/no-disabled-tests.test.ts",
      'import { beforeAll, describe, expect, test } from "vitest";\ntest.skip("x", () => expect(1).toBe(1));\n',
    ],
    [
      "no-focused-tests",
      "tools/no-focused-tests.test.ts",
      'import { beforeAll, describe, expect, test } from "vitest";\ntest.only("x", () => expect(1).toBe(1));\n',
    ],
    ["expect-expect", "tools/expect-expect.test.ts", 'import { test } from "vitest";\ntest("x", () => undefined);\n'],
    [
      "rules-of-hooks",
      "apps/web/src/ui/rules-of-hooks.tsx",
      'import { useState } from "react";\nexport function A(props: { b: boolean }) {\n  if (props.b) useState(1);\n  return <p>{1}</p>;\n}\n',
    ],
    ["alt-text", "apps/web/src/ui/alt-text.tsx", "export function A() {\n  return <img src={`x`} />;\n}\n"],
  ];
  const component = `export function A() {\n${"  void 1;\n".repeat(90)}  return <p>{1}</p>;\n}\n`;
  const right = { "apps/web/src/ui/a.tsx": component, "tools/a.ts": "console.log(1);\n" };
  let found: readonly Offence[];

  /** All files in one tree, since starting the linter is slow. */
  beforeAll(async () => {
    found = await offences(lintGate, {
      ...Object.fromEntries(wrong.map(([, file, text]) => [file, text])),
      ...right,
    });
  });
  const foundIn = (file: string) => found.filter(({ where }) => where.startsWith(`${file}:`));

  test.each(wrong)("lint: %s", (rule, file) => {
    expect(foundIn(file).map(({ what }) => what)).toContainEqual(expect.stringContaining(`${rule})]`));
    expect(foundIn(file).every(({ advice }) => advice !== "")).toBe(true);
  });

  test("lint: every offence is in a wrong file", () => {
    const files = new Set(found.map(({ where }) => where.replace(/:\d+$/, "")));
    expect([...files].sort()).toEqual(wrong.map(([, file]) => file).sort());
  });

  test("lint: a component may be longer than another function, a program may print", () => {
    expect(Object.keys(right).flatMap(foundIn)).toEqual([]);
  });
});

test("format: files not formatted by Biome, and unsorted imports", async () => {
  const found = await offences(formatGate, {
    "tools/a.ts": "export const a = 'x'\n",
    "tools/b.ts": 'import { b } from "./b.ts";\nimport { a } from "./a.ts";\n\nexport const c = [a, b];\n',
    "tools/c.ts": 'export const a = "x";\n',
  });
  expect(found.map(({ where }) => where.split(":")[0])).toEqual(["tools/a.ts", "tools/b.ts"]);
  expect(found[0]?.advice).toBe("Run `npm run format`.");
});

test("unused: files, exports and packages that nothing uses", async () => {
  const found = await told(unusedGate, {
    "tools/check.ts": 'import { used } from "./gates/used.ts";\nused();\n',
    "tools/gates/used.ts": "export function used(): void {}\nexport function idle(): void {}\n",
    "tools/gates/lost.ts": "export const lost = 1;\n",
    "apps/sandbox/src/main.ts": "export {};\n",
  });
  expect(found).toContain("tools/gates/lost.ts: nothing uses this file");
  expect(found).toContain("tools/gates/used.ts:2: nothing imports idle");
  expect(
    found.some((line) => line.startsWith("apps/sandbox/package.json") && line.endsWith("the package fastify")),
  ).toBe(true);
});
