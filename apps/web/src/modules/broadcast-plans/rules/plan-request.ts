import { planKinds, planStates } from "@homeroom/contract/broadcast-plans";
import { AccountId, BranchId, type ChannelId } from "@homeroom/contract/ids";
import type { Filters } from "../api.ts";

type Values = Readonly<Record<string, readonly string[]>>;

const day = /^\d{4}-\d\d-\d\d$/;

/** The filters of the address as a request. Invalid values are ignored. */
export function planRequest(values: Values, channels: readonly { channelId: ChannelId }[]): Filters {
  const keywords = values.keywords?.[0]?.trim().slice(0, 100);
  const status = planStates.filter((state) => values.status?.includes(state));
  const kind = planKinds.find((one) => one === values.kind?.[0]);
  const channel = channels.find(({ channelId }) => channelId === values.channel?.[0])?.channelId;
  const [startTime, endTime] = (values.date ?? []).map((value) => (day.test(value) ? value : undefined));
  const [startedFrom, startedTo] = (values.started ?? []).map((value) => (day.test(value) ? value : undefined));
  const branch = BranchId.safeParse(values.branch?.[0]);
  const creator = AccountId.safeParse(values.creator?.[0]);
  return {
    ...(keywords && { keywords }),
    ...(status.length > 0 && { status }),
    ...(kind && { kind }),
    ...(channel && { channel }),
    ...(startTime && { startTime }),
    ...(endTime && { endTime }),
    ...(startedFrom && { startedFrom }),
    ...(startedTo && { startedTo }),
    ...(branch.success && { branchID: branch.data }),
    ...(creator.success && { creatorID: creator.data }),
    ...(values.mine?.[0] === "yes" && { mine: true }),
  };
}
