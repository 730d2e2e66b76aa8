import type { ChatSetting } from "@homeroom/contract/chat-settings";
import type { BranchId } from "@homeroom/contract/ids";
import { inForce, type StoredSetting, specifiedRules } from "./queries/chat-setting.ts";

/** Stored rules, or the specification's where there are none, as the contract shows them. */
export function presentSetting(stored: StoredSetting | undefined, branchID: BranchId | null): ChatSetting {
  const { reply_window_hours, free_reply_seconds } = stored ?? specifiedRules;
  return {
    ...inForce(stored),
    branchID,
    replyWindowHours: reply_window_hours,
    freeReplySeconds: free_reply_seconds,
    version: stored?.version ?? 0,
  };
}
