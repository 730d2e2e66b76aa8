import { broadcastMessages } from "@homeroom/contract/broadcast-messages";
import { broadcastPlans } from "@homeroom/contract/broadcast-plans";
import { broadcastSettings } from "@homeroom/contract/broadcast-settings";
import type { Rows } from "./rows.ts";
import { named, of, organizationOnly, rowless, type Samples } from "./sample.ts";

/** Plans belong to the branch of their number; their recipients are kept apart as leads are. */
const walls = ["organization", "branch"] as const;

const audience = ({ channelId, templateId }: Rows) => ({
  channel: channelId,
  templateID: templateId,
  numbers: ["+85291234567"],
});
const test = ({ channelId, templateId }: Rows) => ({
  channel: channelId,
  templateID: templateId,
  number: "+85291234567",
});
const form = (rows: Rows) => ({ name: "混入", draft: true, ...audience(rows) });
const one = ({ planId }: Rows) => [{ recordID: planId }];
const pending = ({ pendingPlanId }: Rows) => [{ recordID: pendingPlanId }];
const paused = ({ pausedPlanId }: Rows) => [{ recordID: pausedPlanId }];
const numbers = { name: "numbers.txt", content: new Blob(["+852 9123 4567\n"]) };

export const broadcastPlanSamples: Samples["broadcastPlans"] = {
  list: of(broadcastPlans.list, {
    requests: ({ planName, channelId }) => [{ pageSize: 100 }, { keywords: planName }, { channel: channelId }],
    expect: "blank",
    shows: ({ planId }) => planId,
    walls,
  }),
  creators: rowless(broadcastPlans.creators, {}),
  info: of(broadcastPlans.info, { requests: one, expect: "missing", shows: ({ planName }) => planName, walls }),
  add: named(broadcastPlans.add, (rows) => form(rows), {
    walls,
    mixed: (mine, { channelId, templateId, targetId }) => [
      { ...form(mine), channel: channelId },
      { ...form(mine), templateID: templateId },
      { ...form(mine), targetIDs: [targetId] },
    ],
  }),
  edit: named(broadcastPlans.edit, (rows) => ({ recordID: rows.pendingPlanId, ...form(rows) }), { walls }),
  cancel: of(broadcastPlans.cancel, { requests: pending, expect: "missing", walls }),
  pause: of(broadcastPlans.pause, { requests: paused, expect: "missing", walls }),
  end: of(broadcastPlans.end, { requests: paused, expect: "missing", walls }),
  resume: of(broadcastPlans.resume, { requests: paused, expect: "missing", walls }),
  approve: of(broadcastPlans.approve, { requests: pending, expect: "missing", walls }),
  resend: of(broadcastPlans.resend, { requests: one, expect: "missing", walls }),
  remove: of(broadcastPlans.remove, { requests: one, expect: "missing", walls }),
  details: of(broadcastPlans.details, { requests: one, expect: "missing", shows: ({ phone }) => phone, walls }),
  exportDetails: named(broadcastPlans.exportDetails, ({ planId }) => ({ recordID: planId, format: "csv" as const }), {
    walls,
  }),
  importNumbers: rowless(broadcastPlans.importNumbers, {}, { file: numbers }),
  estimate: named(broadcastPlans.estimate, (rows) => audience(rows), {
    walls,
    mixed: (mine, { templateId, targetId, planId }) => [
      { ...audience(mine), templateID: templateId },
      { ...audience(mine), targetIDs: [targetId] },
      { ...audience(mine), recordID: planId },
    ],
  }),
};

export const broadcastMessageSamples: Samples["broadcastMessages"] = {
  test: named(broadcastMessages.test, (rows) => test(rows), {
    walls,
    mixed: (mine, { templateId, planId }) => [
      { ...test(mine), templateID: templateId },
      { ...test(mine), recordID: planId },
    ],
  }),
  ofLead: named(broadcastMessages.ofLead, ({ leadId }) => ({ leadId })),
};

export const broadcastSettingSamples: Samples["broadcastSettings"] = {
  setting: rowless(broadcastSettings.setting, {}),
  save: rowless(broadcastSettings.save, {
    monthlyLimit: null,
    warningLevels: [80],
    quietHours: null,
    approvalAbove: null,
    prices: [],
    version: 0,
  }),
  messageCost: named(broadcastSettings.messageCost, ({ leadId, channelId }) => ({ leadId, channel: channelId })),
  stops: of(broadcastSettings.stops, {
    requests: ({ stoppedAddress }) => [{}, { keywords: stoppedAddress }],
    expect: "blank",
    shows: ({ stoppedAddress }) => stoppedAddress,
    walls: organizationOnly,
  }),
  liftStop: of(broadcastSettings.liftStop, {
    requests: ({ stoppedAddress }) => [{ address: stoppedAddress }],
    expect: "blank",
    walls: organizationOnly,
  }),
};
