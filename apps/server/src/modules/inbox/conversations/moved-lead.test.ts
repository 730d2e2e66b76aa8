import { MessageId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { expect, test } from "vitest";
import { prepareDatabase } from "#platform/db/for-tests";
import { buildActor, conversationRows, inboundText, prepareTalk, receive } from "../for-tests.ts";
import { sendMessage } from "../sending/actions/send-message.ts";
import { followLeads } from "./actions/follow-lead.ts";

const base = prepareDatabase();
const talk = prepareTalk(base, { role: "sales" });

const say = (branchId: (typeof talk.organization.branchIds)[number]) =>
  sendMessage(base.db, buildActor(talk.organization, { branchId }), {
    ...{ leadId: talk.leadId, messageId: MessageId.parse(v7()), type: "text" as const, content: "您好" },
  });

test("the conversation of a lead that moved belongs to the new branch, and continues through its channel", async () => {
  const [here, there] = talk.organization.branchIds;
  await base.owner.query("update lead set branch_id = $2, version = version + 1 where lead_id = $1", [
    talk.leadId,
    there,
  ]);
  await followLeads(base.db, talk.organization.scope, [talk.leadId]);
  await expect(say(here)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await say(there);
  await talk.deliver();
  expect(talk.provider.sent.map((one) => one.to)).toEqual([{ phone: "85261110000" }]);
  await receive(base, talk.channel, [inboundText({ from: { phone: "85261110000" }, text: "收到" })]);
  expect(await conversationRows(base, talk.channel)).toMatchObject([{ lead_id: talk.leadId, branch_id: there }]);
});
