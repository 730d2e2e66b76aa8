import { leadActions } from "@homeroom/contract/leads";
import { describe, expect, test } from "vitest";
import { outcomeOf } from "../harness/send-call.ts";
import { atRest } from "./at-rest.ts";
import { callNamed, send } from "./calls.ts";
import { restoreRows } from "./restore-rows.ts";
import type { Rows } from "./rows.ts";
import { changesOf } from "./tenant-rows.ts";
import { describeWall } from "./wall.ts";

const { scene } = describeWall("organization");

interface Proposed {
  call: string;
  /** Whose id is proposed. */
  table: string;
  column: string;
  /** A valid request of ours, except for the id. */
  request(mine: Rows, id: string): object;
  /** As for an id that is taken within the organisation. */
  refusal: string;
  /** The person with access to the files that the request names; the owner otherwise. */
  by?: "limited";
}

const place = { email: "new@homeroom.test", areaCode: "+852", phone: "23456789", timezone: "Asia/Hong_Kong" };
const days = { from: "2027-11-01", until: "2027-11-30" };
const at = "2099-01-01T09:00:00Z";
const soon = () => new Date(Date.now() + 3_600_000).toISOString();
const mapping = { 暱稱: "nickname", 電郵: "email" };
const taken = "422 FIELD_INVALID";
const missing = "404 NOT_FOUND";

const proposed: Proposed[] = [
  {
    ...{ call: "branches.add", table: "branch", column: "branch_id", refusal: taken },
    request: (_, recordID) => ({ recordID, name: "別人的分校", contactName: "陳主任", ...place }),
  },
  {
    ...{ call: "quickReplies.addMessage", table: "reply_message", column: "reply_id", refusal: taken },
    request: ({ replyGroupId }, recordID) => ({ recordID, groupID: replyGroupId, content: "別人的回覆" }),
  },
  {
    ...{ call: "roles.add", table: "role", column: "role_id", refusal: taken },
    request: (_, id) => ({ id, name: "別人的角色" }),
  },
  {
    ...{ call: "staff.add", table: "account", column: "account_id", refusal: taken },
    request: ({ branchId, roleId }, recordsn) => ({
      ...{ recordsn, nickname: "別人", email: "taken-id@homeroom.test", invite: false },
      ...{ roleIds: [roleId], branchIDs: [branchId] },
    }),
  },
  {
    ...{ call: "leads.add", table: "lead", column: "lead_id", refusal: taken },
    request: (_, leadId) => ({ leadId, nickname: "改名", phone: "61390000", areaCode: "+852" }),
  },
  {
    ...{ call: "leadFamilies.addSibling", table: "lead", column: "lead_id", refusal: taken },
    request: ({ leadId }, siblingId) => ({ leadId, form: { siblingId, nickname: "小弟" } }),
  },
  {
    ...{ call: "leads.addNote", table: "lead_note", column: "note_id", refusal: taken },
    request: ({ leadId }, recordID) => ({ leadId, recordID, content: "已致電" }),
  },
  {
    ...{ call: "leadCard.addLog", table: "lead_log", column: "log_id", refusal: taken },
    request: ({ leadId }, recordID) => ({ leadId, recordID, actionType: leadActions.trialBooked, content: "試堂", at }),
  },
  {
    ...{ call: "leadCard.saveReminder", table: "lead_reminder", column: "reminder_id", refusal: missing },
    request: ({ leadId }, recordID) => ({ leadId, recordID, at }),
  },
  {
    ...{ call: "leadFamilies.merge", table: "lead_merge", column: "merge_id", refusal: taken },
    request: ({ leadId, twinId, version }, recordID) => ({
      ...{ recordID, keep: leadId, from: twinId, versions: { keep: version, from: 1 } },
    }),
  },
  {
    ...{ call: "leadBulk.start", table: "lead_bulk_run", column: "bulk_id", refusal: missing },
    request: ({ leadId }, taskID) => ({
      query: { leadIds: [leadId] },
      action: { kind: "status", result: null },
      taskID,
    }),
  },
  {
    ...{ call: "leadRules.save", table: "lead_rule", column: "rule_id", refusal: missing },
    request: ({ ruleSalesId, leadChannelId }, recordID) => ({
      ...{ recordID, allChannels: false, channel: leadChannelId, sales: [{ accountID: ruleSalesId }] },
    }),
  },
  {
    ...{ call: "leadRules.saveAbsence", table: "lead_absence", column: "absence_id", refusal: missing },
    request: ({ ruleSalesId }, recordID) => ({ recordID, accountID: ruleSalesId, ...days }),
  },
  {
    ...{ call: "imports.importStaff", table: "import_run", column: "import_id", refusal: missing, by: "limited" },
    request: ({ importFileId, branchId }, taskID) => ({
      ...{ fileID: importFileId, branchID: branchId, mapping, dryRun: true, taskID },
    }),
  },
  {
    ...{ call: "chat.sendMessage", table: "message", column: "message_id", refusal: missing },
    request: ({ leadId }, messageId) => ({ leadId, messageId, content: "您好" }),
  },
  {
    ...{ call: "chatComposer.addNote", table: "message", column: "message_id", refusal: missing },
    request: ({ conversationId }, messageId) => ({ conversationId, messageId, content: "請跟進" }),
  },
  {
    ...{ call: "chatComposer.schedule", table: "scheduled_message", column: "scheduled_id", refusal: missing },
    request: ({ leadId }, scheduledId) => ({ leadId, scheduledId, content: "稍後", sendAt: soon() }),
  },
  {
    ...{ call: "notices.add", table: "notice", column: "notice_id", refusal: taken },
    request: (_, recordID) => ({ recordID, title: "停課通知", content: "<p>明日停課</p>" }),
  },
];

describe("an id that another organisation uses is refused as if it were simply taken, and stays theirs", () => {
  test.each(proposed)("$call", async ({ call, table, column, request, refusal, by }) => {
    const { world, mine, theirs } = scene();
    await restoreRows(world, mine);
    await restoreRows(world, theirs);
    const found = await world.base.owner.query<{ id: string }>(
      `select ${column} as id from ${table} where organization_id = $1 limit 1`,
      [world.foreign.organizationId],
    );
    const id = found.rows[0]?.id ?? "";
    expect(id).not.toBe("");
    await atRest(world);
    const start = await world.changes.now();
    const answer = await send(world.url, callNamed(call), request(mine, id), {
      token: (by ? world[by] : world.owner).token,
    });
    expect(outcomeOf(answer), answer.text).toBe(refusal);
    expect(await changesOf(world, world.foreign.organizationId, start)).toEqual([]);
    const rows = await world.base.owner.query(`select organization_id from ${table} where ${column} = $1`, [id]);
    expect(rows.rows).toEqual([{ organization_id: world.foreign.organizationId }]);
  });
});
