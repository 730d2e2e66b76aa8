import type { FileId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { beforeAll, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { buildActor } from "#modules/inbox/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { buildSession, serveModules } from "#modules/sign-in/for-tests";
import type { Actor } from "#platform/auth/actor";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { pageCalls, pageForm } from "./for-tests.ts";
import { landingPagesModule, picturesOfPages } from "./public.ts";

const base = prepareDatabase();
let organization: TestOrganization;
beforeAll(async () => {
  organization = await buildOrganization(base.db);
});

const permissions = ["ad:landing:query"];
const usesOf = (actor: Actor, fileId: FileId) =>
  inTransaction(base.db, organization.scope, (tx) => picturesOfPages(tx, actor, [fileId]));

test("the pages that use a picture, as draft or published, are listed for people who see the page", async () => {
  const app = await serveModules(base.platform, [landingPagesModule(base.platform)]);
  const owner = await buildAccount(base.db, organization, { role: "owner" });
  const token = await buildSession(base.db, organization, owner);
  const pages = pageCalls(app, () => token);
  const recordID = await pages.add(pageForm(organization, "summer"));
  const fileId = v7() as FileId;
  const seen = buildActor(organization, { permissions });
  const put = (table: "landing_page" | "landing_version", ids: readonly FileId[]) =>
    base.owner.query(`update ${table} set picture_ids = $2 where page_id = $1`, [recordID, ids]);
  expect(await usesOf(seen, fileId)).toEqual([]);
  await put("landing_page", [fileId]);
  const use = { place: "landingPage", recordID, name: "落地頁 summer" };
  expect(await usesOf(seen, fileId)).toEqual([use]);
  await pages.publish(recordID);
  await put("landing_page", []);
  await put("landing_version", [fileId]);
  expect(await usesOf(seen, fileId)).toEqual([use]);
  expect(await usesOf(buildActor(organization, { permissions: [] }), fileId)).toEqual([]);
  const elsewhere = buildActor(organization, { permissions, branchId: organization.branchIds[1] });
  expect(await usesOf(elsewhere, fileId)).toEqual([]);
  await app.close();
});
