import { backup } from "@homeroom/contract/backup";
import { chatHolding } from "@homeroom/contract/chat-holding";
import { chatSettings } from "@homeroom/contract/chat-settings";
import type { Rows } from "./rows.ts";
import { named, of, rowless, type Samples } from "./sample.ts";

/** Rules and backups belong to a branch: everybody there with the permission sees them, whatever leads they own. */
const ofBranches = ["organization", "branch"] as const;

/** A conversation by its id, and by its lead. */
const byEither = ({ conversationId, leadId }: Rows) => [{ conversationId }, { leadId }];

export const chatHoldingSamples: Samples["chatHolding"] = {
  takeOver: of(chatHolding.takeOver, { requests: byEither, expect: "missing" }),
  release: of(chatHolding.release, { requests: byEither, expect: "missing" }),
  recordPresence: of(chatHolding.recordPresence, {
    requests: ({ conversationId }) => [
      { conversationId },
      { conversationId, doing: "typing" as const },
      { conversationId, doing: "left" as const },
    ],
    expect: "missing",
  }),
  viewers: named(chatHolding.viewers, ({ conversationId }) => ({ conversationId })),
  updateLabel: of(chatHolding.updateLabel, {
    requests: (rows) => byEither(rows).map((named) => ({ ...named, tag: [] })),
    expect: "missing",
    mixed: ({ leadId }, { listItemId }, wall) => (wall === "organization" ? [{ leadId, tag: [listItemId] }] : []),
  }),
};

const rules = {
  holdIdleMinutes: 10,
  repeatLeadDays: 14,
  notify: "custom" as const,
  notifyAfterMinutes: 15,
  notifyEmails: [{ name: "值班", email: "duty@branch.test" }],
  officeHours: [{ day: 1, from: "09:00", to: "18:00" }],
};

export const chatSettingSamples: Samples["chatSettings"] = {
  setting: rowless(chatSettings.setting, {}, { shows: ({ branchId }) => branchId, walls: ofBranches }),
  saveSetting: named(chatSettings.saveSetting, ({ branchId }) => ({ branchID: branchId, ...rules, version: 1 }), {
    walls: ofBranches,
  }),
  useDefault: named(chatSettings.useDefault, ({ branchId }) => ({ branchID: branchId }), { walls: ofBranches }),
};

const demo = { productID: "demo-product", phoneID: "886277000001" };

export const backupSamples: Samples["backup"] = {
  setting: named(backup.setting, ({ branchId }) => ({ branchID: branchId }), {
    shows: ({ branchId }) => branchId,
    walls: ofBranches,
  }),
  testSetting: named(backup.testSetting, ({ branchId }) => ({ branchID: branchId, ...demo }), { walls: ofBranches }),
  saveSetting: named(backup.saveSetting, ({ branchId }) => ({ branchID: branchId, ...demo, version: 1 }), {
    walls: ofBranches,
  }),
  groupList: named(backup.groupList, ({ branchId }) => ({ branchID: branchId }), { walls: ofBranches }),
  messageList: named(backup.messageList, ({ branchId }) => ({ branchID: branchId, groupID: "group-1" }), {
    walls: ofBranches,
  }),
  picture: named(backup.picture, ({ branchId }) => ({ branchID: branchId, groupID: "group-1", pictureID: "photo" }), {
    walls: ofBranches,
  }),
};
