import { v7 } from "uuid";
import { expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { buildOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { removeOldImports } from "./actions/remove-old-imports.ts";

const base = prepareDatabase();

test("imports that can no longer be undone are removed with file and rows", async () => {
  const place = await buildOrganization(base.db);
  const { accountId } = await buildAccount(base.db, place);
  const build = async (age: string, imported: boolean) => {
    const [fileId, importId] = [v7(), v7()];
    await base.owner.query(
      `insert into stored_file (organization_id, file_id, name, content_type, size) values ($1, $2, 'a.csv', 'text/csv', 1)`,
      [place.organizationId, fileId],
    );
    await base.owner.query("insert into import_file values ($1, $2, now() - $3::interval)", [
      place.organizationId,
      fileId,
      age,
    ]);
    if (!imported) return { fileId, importId };
    await base.owner.query(
      `insert into import_run (organization_id, import_id, kind, account_id, branch_id, file_id, file_name, content_type,
         mapping, options, actor, language, dry_run, total, created_at)
       values ($1, $2, 'lead', $3, $4, $5, 'a.csv', 'text/csv', '{}', '{}', '{}', 'en', false, 1, now() - $6::interval)`,
      [place.organizationId, importId, accountId, place.branchIds[0], fileId, age],
    );
    await base.owner.query(
      "insert into import_row (organization_id, import_id, row_number, outcome) values ($1, $2, 2, 'skipped')",
      [place.organizationId, importId],
    );
    return { fileId, importId };
  };
  const [old, unused, fresh] = [
    await build("40 days", true),
    await build("32 days", false),
    await build("29 days", true),
  ];
  expect(await removeOldImports(base.platform)).toBe(false);
  const left = async (table: string, column: string, id: string) =>
    (await base.owner.query(`select from ${table} where ${column} = $1`, [id])).rowCount;
  expect(await left("stored_file", "file_id", old.fileId)).toBe(0);
  expect(await left("import_run", "import_id", old.importId)).toBe(0);
  expect(await left("import_row", "import_id", old.importId)).toBe(0);
  expect(await left("stored_file", "file_id", unused.fileId)).toBe(0);
  expect(await left("stored_file", "file_id", fresh.fileId)).toBe(1);
  expect(await left("import_row", "import_id", fresh.importId)).toBe(1);
});
