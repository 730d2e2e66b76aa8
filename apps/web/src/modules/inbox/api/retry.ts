import { chat } from "@homeroom/contract/chat";
import type { MessageId } from "@homeroom/contract/ids";
import { api } from "#platform/api.ts";
import { takeMessage } from "./thread.ts";

/** Has a failed or unsure message sent again. */
export async function retryMessage(messageId: MessageId): Promise<void> {
  const { resultData } = await api.call(chat.retryMessage, { messageId });
  takeMessage(resultData);
}
