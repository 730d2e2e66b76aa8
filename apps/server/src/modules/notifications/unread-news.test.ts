import type { AccountId, RecordId } from "@homeroom/contract/ids";
import type { NotificationKind } from "@homeroom/contract/notifications";
import { v7 } from "uuid";
import { beforeAll, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { buildLead } from "#modules/leads/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { mailNotification } from "./actions/mail-notification.ts";
import { type News, notifyOfAssignment, notifyPerson } from "./actions/notify-person.ts";

const base = prepareDatabase();
let place: TestOrganization;
beforeAll(async () => {
  place = await buildOrganization(base.db);
});

const person = async (role: "sales" | "admin" = "sales") => (await buildAccount(base.db, place, { role })).accountId;
const tell = (news: News) => inTransaction(base.db, place.scope, (tx) => notifyPerson(tx, place.scope, news));

async function unread(accountId: AccountId): Promise<{ id: RecordId; kind: NotificationKind }[]> {
  const { rows } = await base.owner.query<{ id: RecordId; kind: NotificationKind }>(
    "select notification_id as id, kind from notification where account_id = $1 and read_at is null order by kind",
    [accountId],
  );
  return rows;
}

async function mailsTo(accountId: AccountId): Promise<number> {
  const recipient = `${accountId}@test.homeroom.test`;
  return (await base.owner.query("select from outgoing_mail where recipient = $1", [recipient])).rowCount ?? 0;
}

test("people who do not own a lead but see it keep their notifications when its owner changes", async () => {
  const [manager, before, after] = [await person("admin"), await person(), await person()];
  const leadId = await buildLead(base.db, place, { sales_id: before });
  for (const accountId of [manager, before]) {
    await tell({ accountId, kind: "note.mentioned", subjectId: v7(), version: 1, leadId, details: { by: "小美" } });
    await tell({ accountId, kind: "lead.assigned", subjectId: leadId, version: 1, leadId });
  }
  await base.owner.query("update lead set sales_id = $1 where lead_id = $2", [after, leadId]);
  await notifyOfAssignment(base.db, place.scope, { leadId, version: 2, people: [after] });
  expect((await unread(manager)).map(({ kind }) => kind)).toEqual(["note.mentioned"]);
  expect(await unread(before)).toEqual([]);
  expect((await unread(after)).map(({ kind }) => kind)).toEqual(["lead.assigned"]);
});

test("a repeated event on another day is mailed again, even if the first was not read", async () => {
  const accountId = await person();
  const subjectId = v7();
  const stops = async (version: number) => {
    const details = { channel: "一號", channelKind: "whatsapp" };
    await tell({ accountId, kind: "channel.stopped", subjectId, version, details });
    const [row, ...others] = await unread(accountId);
    expect(others).toEqual([]);
    const send = () => mailNotification(base.platform, place.scope, row?.id as RecordId);
    await Promise.all([send(), send()]);
  };
  await stops(1);
  await stops(2);
  expect(await mailsTo(accountId)).toBe(1);
  await base.owner.query(
    `update notification set mailed_at = mailed_at - interval '25 hours', happened_at = happened_at - interval '25 hours'
     where account_id = $1`,
    [accountId],
  );
  await base.owner.query("delete from notification_mail where account_id = $1", [accountId]);
  await stops(3);
  expect(await mailsTo(accountId)).toBe(2);
});
