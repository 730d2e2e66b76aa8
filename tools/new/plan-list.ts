import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
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
  /** Skipped if the file already has the lines. */
  once?: true;
  /** The text before which the lines are inserted, at its last occurrence. */
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
    lines: "  <table>: NamedColumns & { <table>_id: RecordId };\n",
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
    once: true,
    before: "import { catalogueSyncSamples, productSamples }",
    lines: 'import { plainListSamples } from "./samples-plain-lists.ts";\n',
  },
  {
    file: "tests/isolation/samples.ts",
    before: "};\n",
    lines: '  <manyName>: plainListSamples(<manyName>, "<table>"),\n',
  },
];

/** The new contents of all files that a new list adds or changes at `root`. */
export function planList(root: string, names: Names): Map<string, string> {
  const forms = {
    ...names.forms,
    migration: nextMigration(root),
    view: `${names.forms.path.slice(1)}/index`,
    "Many words": capital(names.forms["many words"]),
  };
  const filled = (template: string) => fill(readFileSync(join(templates, `${template}.template`), "utf8"), forms);
  const plan = new Map(Object.entries(added).map(([template, path]) => [fill(path, forms), filled(template)]));
  for (const language of languages) {
    const file = `apps/web/src/platform/i18n/${language}/${forms.manyName}.json`;
    plan.set(file, `${JSON.stringify(listTexts(names, language), null, 2)}\n`);
  }
  const taken = [...plan.keys()].find((file) => existsSync(join(root, file)));
  if (taken) throw new Error(`${taken} is there already.`);

  const current = (file: string) => plan.get(file) ?? readFileSync(join(root, file), "utf8");
  for (const { file, before, lines, once } of edits) {
    const insert = fill(lines, { ...forms, feature: filled("feature") });
    const content = current(file);
    if (once && content.includes(insert)) continue;
    const at = content.lastIndexOf(before);
    if (at === -1) throw new Error(`${file} has no ${before.trim()}`);
    plan.set(file, content.slice(0, at) + insert + content.slice(at));
  }
  const map = current("ARCHITECTURE.md");
  plan.set("ARCHITECTURE.md", map.replace(/( {2}|audit {2})departments {2}/g, `$&${forms.many}  `));
  return plan;
}

function nextMigration(root: string): string {
  const numbers = readdirSync(join(root, "database/migrations")).map((name) => Number.parseInt(name, 10) || 0);
  return String(Math.max(...numbers) + 1).padStart(4, "0");
}
