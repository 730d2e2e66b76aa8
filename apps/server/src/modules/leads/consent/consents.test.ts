import type { ConsentChannel, Consents } from "@homeroom/contract/consents";
import type { LeadId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { callApi } from "#modules/sign-in/for-tests";
import { prepareDesk } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { buildLead, openLeadDesk } from "../for-tests.ts";
import { copyConsents, withdrawConsent } from "./actions/record-consent.ts";
import { mayBeWrittenTo } from "./queries/consents.ts";

const desk = prepareDesk(openLeadDesk);
let token: string;
let leadId: LeadId;

beforeAll(async () => {
  ({ token } = await desk.signIn({ role: "owner", nickname: "何校長" }));
});
beforeEach(async () => {
  leadId = await buildLead(desk.db, desk.organization);
});

const record = (body: object, by = token) =>
  callApi<{ recordID: string }>(desk.app, "POST /api_users/Member/RecordLeadConsent", {
    token: by,
    body: { leadId, channel: "email", decision: "withdrawn", wording: "電話中說不要再寄", ...body },
  });
const list = async (by = token) => {
  const { status, body } = await callApi<Consents>(desk.app, `GET /api_users/Member/LeadConsentList?leadId=${leadId}`, {
    token: by,
  });
  return { status, consents: body.resultData };
};
const inside = <Result>(work: Parameters<typeof inTransaction<Result>>[2]) =>
  inTransaction(desk.db, desk.organization.scope, work);

async function mayBeWritten(channel: ConsentChannel, id = leadId): Promise<boolean> {
  const rows = await inside((tx) =>
    tx.selectFrom("lead").select("lead_id").where("lead_id", "=", id).where(mayBeWrittenTo(channel)).execute(),
  );
  return rows.length === 1;
}

test("a lead without entries counts as not withdrawn", async () => {
  expect((await list()).consents).toEqual({
    current: ["whatsapp", "line", "email"].map((channel) => ({ channel, decision: null })),
    entries: [],
  });
  expect(await mayBeWritten("email")).toBe(true);
});

test("the newest entry of a channel counts, and all are kept with their author", async () => {
  await record({});
  expect([await mayBeWritten("email"), await mayBeWritten("whatsapp")]).toEqual([false, true]);
  await record({ decision: "given", wording: "報名表勾選" });
  expect(await mayBeWritten("email")).toBe(true);
  const { consents } = await list();
  expect(consents?.current).toContainEqual({ channel: "email", decision: "given" });
  expect(consents?.entries).toMatchObject([
    { decision: "given", source: "staff", wording: "報名表勾選", person: "何校長" },
    { decision: "withdrawn", wording: "電話中說不要再寄" },
  ]);
});

test("repeating an id adds one entry; for another lead it is refused", async () => {
  const recordID = v7();
  const answers = await Promise.all([record({ recordID }), record({ recordID }), record({ recordID })]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await list()).consents?.entries).toHaveLength(1);
  const other = await buildLead(desk.db, desk.organization);
  expect((await record({ recordID, leadId: other })).body).toMatchObject({ name: "FIELD_INVALID" });
});

test("an entry cannot be changed or removed in the database, except with its lead", async () => {
  await record({});
  const changed = await inside(async (tx) => [
    await tx.updateTable("consent_entry").set({ decision: "given" }).executeTakeFirst(),
    await tx.deleteFrom("consent_entry").executeTakeFirst(),
  ]);
  expect(changed).toMatchObject([{ numUpdatedRows: 0n }, { numDeletedRows: 0n }]);
  await inside((tx) => tx.deleteFrom("lead").where("lead_id", "=", leadId).execute());
  const { rows } = await desk.owner.query("select from consent_entry where lead_id = $1", [leadId]);
  expect(rows).toHaveLength(0);
});

test("the link withdraws once, and does nothing for a deleted lead", async () => {
  const withdraw = () => inside((tx) => withdrawConsent(tx, desk.organization.scope, { leadId, channel: "email" }));
  await Promise.all([withdraw(), withdraw()]);
  expect((await list()).consents?.entries).toMatchObject([{ source: "link", decision: "withdrawn", person: "" }]);
  await inside((tx) => tx.deleteFrom("lead").where("lead_id", "=", leadId).execute());
  await withdraw();
});

test("the link of a merged lead withdraws for the kept lead, even after the merge is undone", async () => {
  const [from, between, kept] = [
    leadId,
    await buildLead(desk.db, desk.organization),
    await buildLead(desk.db, desk.organization),
  ];
  const merge = (one: LeadId, into: LeadId) =>
    desk.owner.query("update lead set deleted_at = now(), merged_into = $2 where lead_id = $1", [one, into]);
  await merge(from, between);
  await merge(between, kept);
  const withdraw = () =>
    inside((tx) => withdrawConsent(tx, desk.organization.scope, { leadId: from, channel: "email" }));
  await Promise.all([withdraw(), withdraw()]);
  leadId = kept;
  expect((await list()).consents?.entries).toMatchObject([{ source: "link", decision: "withdrawn" }]);
  await desk.owner.query("update lead set deleted_at = null, merged_into = null where lead_id = $1", [from]);
  expect(await mayBeWritten("email", from)).toBe(false);
});

test("consent of a merged lead applies to the kept lead", async () => {
  const from = leadId;
  await record({});
  const to = await buildLead(desk.db, desk.organization);
  const copy = () => inside((tx) => copyConsents(tx, desk.organization.scope, { from, to }));
  await copy();
  await copy();
  leadId = to;
  expect((await list()).consents?.entries).toHaveLength(1);
  expect(await mayBeWritten("email", to)).toBe(false);
});

test("an invisible lead is not found, and recording needs the permission to edit", async () => {
  const sales = await desk.signIn({ role: "sales", branchIds: [desk.organization.branchIds[1]] });
  expect((await list(sales.token)).status).toBe(404);
  expect((await record({}, sales.token)).status).toBe(404);
  expect((await record({ wording: " " })).status).toBe(422);
  expect((await record({ channel: "fax" })).status).toBe(422);
});
