import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openSourceTree } from "../gates/source-tree.ts";
import { filesOfWalk } from "./walks.ts";

const module = "apps/server/src/modules/leads";

function passed(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), "homeroom-walks-"));
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, module, file)), { recursive: true });
      writeFileSync(join(root, module, file), text);
    }
    const found = filesOfWalk(openSourceTree(root), [[`${module}/actions/edit.ts`, "edit"]]);
    return found.map((file) => file.slice(module.length + 1));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const edit = (body: string) => ({
  "actions/edit.ts": `import { save, unused } from "../writes/save.ts";\nexport function edit() {\n${body}\n}\nexport function other() {\n  unused();\n}\n`,
});
const save = {
  "writes/save.ts":
    'import { row } from "./row.ts";\nexport function save() {\n  return { ...row() };\n}\nexport function unused() {}\n',
  "writes/row.ts": "export const row = () => ({});\n",
};

test("a walk passes the files of the functions that are called, directly or through others", () => {
  expect(passed({ ...edit("  save();"), ...save })).toEqual(["actions/edit.ts", "writes/row.ts", "writes/save.ts"]);
});

test("calls of other functions in the file are not part of it", () => {
  expect(passed({ ...edit("  return 1;"), ...save })).toEqual(["actions/edit.ts"]);
});
