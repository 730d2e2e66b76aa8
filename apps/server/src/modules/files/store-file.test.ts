import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { v7 } from "uuid";
import { expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { buildOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { storeFile } from "./actions/store-file.ts";

const base = prepareDatabase();

test("of many simultaneous files, only those within the plan's limit are stored", async () => {
  const seller = await buildOrganization(base.db, "Homeroom");
  await base.owner.query("insert into plan_seller (organization_id) values ($1)", [seller.organizationId]);
  await base.owner.query(
    `insert into plan_terms (plan, valid_from, storage_bytes, images, staff, branches)
     values ('trial', '2026-02-01', 1000, 5, 20, 3)`,
  );
  const { organizationId, scope, ...centre } = await buildOrganization(base.db);
  await base.owner.query("update organization set membership = 'trial' where organization_id = $1", [organizationId]);
  const { accountId: createdBy } = await buildAccount(base.db, { organizationId, scope, ...centre }, {});
  const keep = async () => {
    const path = join(base.platform.settings.DATA_DIR, v7());
    await writeFile(path, "x".repeat(400));
    return storeFile(base.platform, scope, { path, name: "a.txt", contentType: "text/plain", size: 400, createdBy });
  };
  const answers = await Promise.allSettled(Array.from({ length: 6 }, keep));
  const kept = answers.filter(({ status }) => status === "fulfilled");
  expect(kept).toHaveLength(2);
  expect(answers.filter((one) => one.status === "rejected").map(({ reason }) => reason.code)).toEqual(
    Array(4).fill("STORAGE_FULL"),
  );
  const { rows } = await base.owner.query("select bytes::int from storage_use where organization_id = $1", [
    organizationId,
  ]);
  expect(rows).toEqual([{ bytes: 800 }]);
  expect(await readdir(join(base.platform.settings.DATA_DIR, "files", organizationId))).toHaveLength(2);
});
