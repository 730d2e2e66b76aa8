import { backup } from "@homeroom/contract/backup";
import { chatHolding } from "@homeroom/contract/chat-holding";
import { chatSettings } from "@homeroom/contract/chat-settings";
import type { Rows } from "./rows.ts";
import { of, type Samples } from "./sample.ts";

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
  viewers: of(chatHolding.viewers, {
    requests: ({ conversationId }) => [{ conversationId }],
    expect: "missing",
  }),
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
  setting: of(chatSettings.setting, {
    requests: () => [{}],
    expect: "blank",
    shows: ({ branchId }) => branchId,
    walls: ofBranches,
  }),
  saveSetting: of(chatSettings.saveSetting, {
    requests: ({ branchId }) => [{ branchID: branchId, ...rules, version: 1 }],
    expect: "missing",
    walls: ofBranches,
  }),
  useDefault: of(chatSettings.useDefault, {
    requests: ({ branchId }) => [{ branchID: branchId }],
    expect: "missing",
    walls: ofBranches,
  }),
};

const demo = { productID: "demo-product", phoneID: "886277000001" };

export const backupSamples: Samples["backup"] = {
  setting: of(backup.setting, {
    requests: ({ branchId }) => [{ branchID: branchId }],
    expect: "missing",
    shows: ({ branchId }) => branchId,
    walls: ofBranches,
  }),
  testSetting: of(backup.testSetting, {
    requests: ({ branchId }) => [{ branchID: branchId, ...demo }],
    expect: "missing",
    walls: ofBranches,
  }),
  saveSetting: of(backup.saveSetting, {
    requests: ({ branchId }) => [{ branchID: branchId, ...demo, version: 1 }],
    expect: "missing",
    walls: ofBranches,
  }),
  groupList: of(backup.groupList, {
    requests: ({ branchId }) => [{ branchID: branchId }],
    expect: "missing",
    walls: ofBranches,
  }),
  messageList: of(backup.messageList, {
    requests: ({ branchId }) => [{ branchID: branchId, groupID: "group-1" }],
    expect: "missing",
    walls: ofBranches,
  }),
  picture: of(backup.picture, {
    requests: ({ branchId }) => [{ branchID: branchId, groupID: "group-1", pictureID: "photo" }],
    expect: "missing",
    walls: ofBranches,
  }),
};
