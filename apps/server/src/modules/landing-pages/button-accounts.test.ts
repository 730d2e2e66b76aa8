import type { ButtonAccount } from "@homeroom/contract/landing-pages";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { buildChannel } from "#modules/inbox/for-tests";
import { buildOrganization } from "#modules/organizations/for-tests";
import { buildSession, serveModules } from "#modules/sign-in/for-tests";
import { createTestDatabase, type TestDatabase } from "#platform/db/for-tests";
import { pageCalls } from "./for-tests.ts";
import { landingPagesModule } from "./public.ts";

let base: TestDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  base = await createTestDatabase();
  app = await serveModules(base.platform, [landingPagesModule(base.platform)]);
});
afterAll(async () => {
  await app.close();
  await base.close();
});

test("a button can lead to what is connected and switched on, as the fields of a page name it", async () => {
  const organization = await buildOrganization(base.db);
  const { accountId } = await buildAccount(base.db, organization, { role: "owner" });
  const token = await buildSession(base.db, organization, { accountId });
  const connect = async (more: string, settings: object) => {
    const { channelId } = await buildChannel(base, organization);
    await base.owner.query(`update channel set settings = $1, ${more} where channel_id = $2`, [settings, channelId]);
  };
  await connect("kind = 'whatsapp'", { displayPhoneNumber: "+852 6123 4567" });
  await connect("status = 0", { displayPhoneNumber: "+852 6123 4568" });
  await connect("kind = 'whatsapp'", { displayPhoneNumber: "" });
  await connect("kind = 'line'", { officialID: "@school" });

  const branchID = organization.branchIds[0];
  const { resultData } = await pageCalls(app, () => token).get<ButtonAccount[]>("ButtonAccounts");
  expect(resultData).toEqual([
    { buttonAction: "whatsapp", branchID, areaCode: "+852", phone: "61234567", lineID: "" },
    { buttonAction: "line", branchID, areaCode: "", phone: "", lineID: "@school" },
  ]);
});
