import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { languages } from "@homeroom/contract/language";
import { listTexts } from "./list-texts.ts";
import { capital, fill, type Names } from "./names.ts";

const templates = join(import.meta.dirname, "list");

/** Files that a new list adds, by the template of each. */
const added: Readonly<Record<string, string>> = {
  contract: "packages/contract/src/<many>.ts",
  migration: "database/migrations/<migration>-<many>.ts",
  routes: "apps/server/src/modules/<many>/routes.ts",
  actions: "apps/server/src/modules/<many>/actions.ts",
  queries: "apps/server/src/modules/<many>/queries.ts",
  public: "apps/server/src/modules/<many>/public.ts",
  test: "apps/server/src/modules/<many>/<many>.test.ts",
  api: "apps/web/src/modules/<many>/api.ts",
  form: "apps/web/src/modules/<many>/components/<one>-form.tsx",
  screen: "apps/web/src/modules/<many>/screens/<one>-list.tsx",
};

interface Edit {
  file: string;
  /** The text that the lines come before; its last occurrence. */
  before: string;
  lines: string;
}

const edits: readonly Edit[] = [
  { file: "packages/contract/src/features.ts", before: "] as const satisfies", lines: "<feature>" },
  {
    file: "packages/contract/src/all-endpoints.ts",
    before: 'import { menus } from "./menus.ts";\n',
    lines: 'import { <manyName> } from "./<many>.ts";\n',
  },
  { file: "packages/contract/src/all-endpoints.ts", before: "} satisfies Record", lines: "  <manyName>,\n" },
  {
    file: "database/plain-tables.ts",
    before: "}\n",
    lines:
      "  <table>: RecordColumns & { <table>_id: RecordId; name: string; note: Generated<string>; status: Generated<number> };\n",
  },
  {
    file: "apps/server/src/product-modules.ts",
    before: 'import { menusModule } from "#modules/menus/public";\n',
    lines: 'import { <manyName>Module } from "#modules/<many>/public";\n',
  },
  {
    file: "apps/server/src/product-modules.ts",
    before: "    departmentsModule(platform",
    lines: "    <manyName>Module(platform),\n",
  },
  {
    file: "apps/web/src/app/views.ts",
    before: "};\n",
    lines:
      '  "<view>": {\n    load: () => import("#modules/<many>/screens/<one>-list.tsx").then((screen) => screen.<One>List),\n    texts: ["<manyName>"],\n  },\n',
  },
  {
    file: "tests/isolation/samples.ts",
    before: 'import { member } from "@homeroom/contract/member";\n',
    lines: 'import { <manyName> } from "@homeroom/contract/<many>";\n',
  },
  {
    file: "tests/isolation/samples.ts",
    before: "};\n",
    lines: '  <manyName>: plainListSamples(<manyName>, "<table>"),\n',
  },
];

export interface Written {
  files: string[];
  lines: number;
}

/** Adds a list to the product at `root`; answers what was written. Throws when something of that name is there already. */
export function writeList(root: string, names: Names): Written {
  const forms = {
    ...names.forms,
    migration: nextMigration(root),
    view: `${(names.forms["path"] ?? "").slice(1)}/index`,
    "Many words": capital(names.forms["many words"] ?? ""),
  };
  const feature = fill(readFileSync(join(templates, "feature.template"), "utf8"), forms);
  const written = new Map<string, number>();
  const write = (file: string, content: string, lines: number, flag = "w") => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), content, { flag });
    written.set(file, (written.get(file) ?? 0) + lines);
  };

  for (const [template, path] of Object.entries(added)) {
    const content = fill(readFileSync(join(templates, `${template}.template`), "utf8"), forms);
    write(fill(path, forms), content, linesOf(content), "wx");
  }
  for (const language of languages) {
    const content = `${JSON.stringify(listTexts(names, language), null, 2)}\n`;
    write(`apps/web/src/platform/i18n/${language}/${forms["manyName"]}.json`, content, linesOf(content), "wx");
  }
  for (const { file, before, lines } of edits) {
    const added = fill(lines, { ...forms, feature });
    const content = readFileSync(join(root, file), "utf8");
    const at = content.lastIndexOf(before);
    if (at === -1) throw new Error(`${file} has no ${before.trim()}`);
    write(file, content.slice(0, at) + added + content.slice(at), linesOf(added));
  }
  const map = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  write("ARCHITECTURE.md", map.replace(/( {2}|audit {2})departments {2}/g, `$&${forms["many"]}  `), 0);
  return { files: [...written.keys()], lines: [...written.values()].reduce((sum, one) => sum + one, 0) };
}

function nextMigration(root: string): string {
  const numbers = readdirSync(join(root, "database/migrations")).map((name) => Number.parseInt(name, 10) || 0);
  return String(Math.max(...numbers) + 1).padStart(4, "0");
}

function linesOf(text: string): number {
  return text.split("\n").length - 1;
}
