import type { BranchId, ChannelId, OrganizationId } from "@homeroom/contract/ids";
import type { MessagingProvider } from "./port.ts";

/** The channel that an event came through. */
export interface InboundChannel {
  organizationId: OrganizationId;
  channelId: ChannelId;
  branchId: BranchId;
  kind: MessagingProvider["kind"];
}
