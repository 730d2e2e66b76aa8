import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openSourceTree } from "../gates/source-tree.ts";
import { type Measure, measure } from "./measures.ts";
import { countSharedPairs } from "./shared-lines.ts";

const module = "apps/web/src/modules/leads";
const a = "export const a = 1;\n";

function figures(files: Record<string, string>): number[] {
  const root = mkdtempSync(join(tmpdir(), "homeroom-house-"));
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    return measure(openSourceTree(root)).map(({ value }: Measure) => value);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

test("counts small files with one reader, words used twice, cycles and suppressions", () => {
  const [small, words, cycles, css, folders, , , suppressions] = figures({
    [`${module}/rules.ts`]: 'import { a } from "./rules/one.ts";\nexport const b = a;\n',
    [`${module}/rules/one.ts`]: a,
    [`${module}/components/two.ts`]: 'import type { C } from "./three.ts";\nexport type B = C;\n',
    [`${module}/components/three.ts`]: 'import type { B } from "./two.ts";\nexport type C = B;\n',
    [`${module}/components/two.module.css`]: ".a {\n  color: red;\n}\n",
    [`${module}/api.ts`]: "// oxlint-disable-next-line no-console -- for the test\nexport const x = 1;\n",
  });
  expect([small, words, cycles, css, folders, suppressions]).toEqual([3, 1, 1, 3, 0, 1]);
});

test("a reader in another module, or a second reader, keeps a small file", () => {
  const [small] = figures({
    [`${module}/public.ts`]: a,
    "apps/web/src/app/menu.ts": 'import { a } from "../modules/leads/public.ts";\nexport const b = a;\n',
    [`${module}/rules/shared.ts`]: a,
    [`${module}/components/two.ts`]: 'import { a } from "../rules/shared.ts";\nexport const b = a;\n',
    [`${module}/components/three.ts`]: 'import { a } from "../rules/shared.ts";\nexport const c = a;\n',
  });
  expect(small).toBe(0);
});

test("counts a folder of 26 files, and the share of tests", () => {
  const many = Array.from({ length: 26 }, (_, index) => [`${module}/rules/rule-${index}.ts`, a] as const);
  const [, , , , folders, , tests] = figures({
    ...Object.fromEntries(many),
    [`${module}/rules/rule.test.ts`]: a.repeat(13),
  });
  expect([folders, tests]).toEqual([1, 0.5]);
});

const six = (name: string): string =>
  Array.from({ length: 6 }, (_, index) => `const ${name}${index} = read(${name}, ${index});`).join("\n");

test("shared lines: other names and numbers are the same shape", () => {
  expect(countSharedPairs([six("lead"), six("staff"), "const other = 1;"])).toBe(1);
});

test("shared lines: comments, imports and blank lines between them do not hide a run", () => {
  const spread = `import { a } from "./a.ts";\n${six("lead").replaceAll("\n", "\n\n  // why\n")}`;
  expect(countSharedPairs([six("lead"), spread])).toBe(1);
});

test("shared lines: five lines are no run, and a run of nine places is a form", () => {
  const five = six("lead").split("\n").slice(1).join("\n");
  expect(countSharedPairs([five, five])).toBe(0);
  expect(countSharedPairs(Array.from({ length: 9 }, () => six("lead")))).toBe(0);
});
