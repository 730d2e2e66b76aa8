import { LeadId } from "@homeroom/contract/ids";
import { beforeEach, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import type { TestOrganization } from "#modules/organizations/for-tests";
import type { Actor } from "#platform/auth/actor";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { conversationCard } from "../conversations/queries/conversations.ts";
import { buildActor, buildPlace, conversationRows, inboundText, receive, type TestChannel } from "../for-tests.ts";
import type { AccountNews } from "../port.ts";
import { sendMessage } from "../sending/actions/send-message.ts";
import { claimMessage } from "../sending/writes/claim-message.ts";
import { changeAccountState } from "./actions/change-account-state.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let channel: TestChannel;
let leadId: LeadId;
let staff: Actor;

beforeEach(async () => {
  ({ organization, channel } = await buildPlace(base));
  staff = buildActor(organization);
  await receive(base, channel, [inboundText()]);
  const [row] = await conversationRows(base, channel);
  leadId = LeadId.parse(row?.lead_id);
});

const hour = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();

const hear = (news: Partial<AccountNews>) =>
  inTransaction(base.db, organization.scope, (tx) =>
    changeAccountState(tx, channel, { about: "account", state: "restricted", detail: "", restrictions: [], ...news }),
  );

const restricted = (until: string | null): Partial<AccountNews> => ({
  restrictions: [{ type: "RESTRICTED_CUSTOMER_INITIATED_MESSAGING", blocks: "free", until }],
});

const send = () => sendMessage(base.db, staff, { leadId, type: "text", content: "您好" });

async function claim() {
  const [row] = await conversationRows(base, channel);
  if (!row) throw new Error("There is no conversation");
  const { conversation_id: id } = row;
  return inTransaction(base.db, organization.scope, (tx) => claimMessage(tx, organization.scope, id));
}

const shownReason = () =>
  inTransaction(
    base.db,
    organization.scope,
    async (tx) => (await conversationCard(tx, organization.scope, { leadId }))?.channel_stopped_reason,
  );

const told = async (event: string) =>
  (
    await base.owner.query<{ payload: { people: string[] } }>(
      "select payload from outbox where event = $1 and aggregate_id = $2",
      [event, channel.channelId],
    )
  ).rows.map(({ payload }) => payload.people);

test("a restriction notifies the channel's people, refuses new messages and holds queued ones", async () => {
  const { accountId } = await buildAccount(base.db, organization, { role: "owner" });
  await send();
  await hear(restricted(inHours(5)));
  expect(await told("channel.warned")).toEqual([[accountId]]);
  expect((await claim()).kind).toBe("nothing");
  const held = await base.owner.query("select state from message where direction = 'out' and channel_id = $1", [
    channel.channelId,
  ]);
  expect(held.rows).toEqual([{ state: "queued" }]);
  await expect(send()).rejects.toMatchObject({ code: "CHANNEL_STOPPED", details: { reason: "accountRestricted" } });
  expect(await shownReason()).toBe("accountRestricted");
});

test("a restriction that has expired, or concerns templates only, lets replies through", async () => {
  await hear(restricted(inHours(-1)));
  await send();
  await hear({ restrictions: [{ type: "RESTRICTED_BIZ_INITIATED_MESSAGING", blocks: "template", until: null }] });
  await send();
  expect(await shownReason()).toBeNull();
  expect((await claim()).kind).toBe("send");
});

test("a disabled account stops the channel until it is reinstated", async () => {
  await hear({ state: "disabled" });
  expect(await told("channel.stopped")).toHaveLength(1);
  await expect(send()).rejects.toMatchObject({ code: "CHANNEL_STOPPED", details: { reason: "accountLocked" } });
  await hear({ state: "reinstated" });
  await send();
  expect(await shownReason()).toBeNull();
});

test("reinstating an account does not start a channel that stopped for another reason", async () => {
  await base.owner.query(
    "update channel set stopped_at = now(), stopped_reason = 'tokenExpired' where channel_id = $1",
    [channel.channelId],
  );
  await hear({ state: "reinstated" });
  expect(await shownReason()).toBe("tokenExpired");
});

test("news that arrives late does not undo what is newer", async () => {
  await hear({ ...restricted(null), at: inHours(-1) });
  await hear({ state: "reinstated", at: inHours(-2) });
  expect(await shownReason()).toBe("accountRestricted");
});

test("a decision that arrives after the account was reinstated does not stop the channel again", async () => {
  await hear({ state: "reinstated", at: inHours(-1) });
  await hear({ state: "disabled", at: inHours(-2) });
  expect(await told("channel.stopped")).toEqual([]);
  expect(await shownReason()).toBeNull();
  await hear({ ...restricted(null), at: inHours(-2) });
  expect(await shownReason()).toBeNull();
  await hear({ state: "disabled", at: inHours(0) });
  expect(await shownReason()).toBe("accountLocked");
});

test("a violation warns and stops nothing", async () => {
  await hear({ state: "violation", detail: "SCAM" });
  expect(await told("channel.warned")).toHaveLength(1);
  await send();
});
