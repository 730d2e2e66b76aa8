import { readFile } from "node:fs/promises";
import { languages } from "@homeroom/contract/language";
import { plainLeadFields } from "@homeroom/contract/lead-fields";
import type pg from "pg";

/** A field whose keys are names that people gave: the values of a dictionary. */
const namedByPeople = ["dict items"];

/** Throws when a test has written an entry of the audit log with a field that has no text in one of the languages. */
export async function refuseUnnamedFields(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ module: string; fields: unknown }>(
    "select module, before as fields from audit_entry union all select module, after from audit_entry",
  );
  const told = new Set(rows.flatMap(({ module, fields }) => namesIn(fields, module)));
  for (const language of languages) {
    const named = await namedFields(language);
    const unnamed = [...told].filter((name) => !named.has(name));
    if (unnamed.length > 0)
      throw new Error(`The audit log has fields without a text in ${language}: ${unnamed.join(", ")}`);
  }
}

function namesIn(fields: unknown, module: string): string[] {
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) return [];
  return Object.entries(fields).flatMap(([name, value]) => [
    name,
    ...(namedByPeople.includes(`${module} ${name}`) ? [] : namesIn(value, module)),
  ]);
}

async function namedFields(language: string): Promise<ReadonlySet<string>> {
  const file = new URL(`../../../../web/src/platform/i18n/${language}/log.json`, import.meta.url);
  const { fields } = JSON.parse(await readFile(file, "utf8")) as { fields: object };
  return new Set([...Object.keys(fields), ...Object.keys(plainLeadFields)]);
}
