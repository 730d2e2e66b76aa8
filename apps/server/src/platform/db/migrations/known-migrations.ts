import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Migration } from "@homeroom/database/migration";

const folder = new URL("../../../../../../database/migrations/", import.meta.url);

/** Migrations by name; the order of the names is their order. */
export type Migrations = Readonly<Record<string, Migration>>;

/** Names of the migrations that this code knows, in order. */
export async function knownMigrations(): Promise<string[]> {
  const files = await readdir(fileURLToPath(folder));
  return files
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.slice(0, -3))
    .sort();
}

/** The migrations with these names; by default all that this code knows. */
export async function loadMigrations(names?: readonly string[]): Promise<Migrations> {
  const loading = (names ?? (await knownMigrations())).map(async (name) => {
    const migration = (await import(new URL(`${name}.ts`, folder).href)) as Migration;
    return [name, migration] as const;
  });
  return Object.fromEntries(await Promise.all(loading));
}
