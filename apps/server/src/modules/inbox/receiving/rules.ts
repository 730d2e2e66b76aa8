import { unsubscribePayload } from "@homeroom/contract/message-templates";
import type { InboundMessage } from "../port.ts";

const stopWords = new Set([
  "stop",
  "stop all",
  "stopall",
  "unsubscribe",
  "opt out",
  "optout",
  "取消訂閱",
  "取消订阅",
  "退訂",
  "退订",
  "停止",
  "停止接收",
  "停止發送",
  "停止发送",
  "停止訂閱",
  "停止订阅",
  "不再接收",
  "取消接收",
  "拒收",
]);

const resumeWords = new Set([
  "start",
  "unstop",
  "subscribe",
  "resubscribe",
  "opt in",
  "optin",
  "恢復訂閱",
  "恢复订阅",
  "重新訂閱",
  "重新订阅",
  "訂閱",
  "订阅",
]);

/**
 * A message's decision about marketing: the unsubscribe button of a template, or one of the agreed words and nothing
 * else. "Please stop calling me at night" is for staff to read.
 */
export function marketingChoice(message: Pick<InboundMessage, "text" | "details">): "stop" | "resume" | null {
  if (message.details["payload"] === unsubscribePayload) return "stop";
  const words = plain(message.text);
  if (stopWords.has(words)) return "stop";
  return resumeWords.has(words) ? "resume" : null;
}

/** Normalises a text: no case, no width, no surrounding punctuation, and a space or hyphen between words becomes one space. */
function plain(text: string): string {
  // Longer texts cannot match.
  if (text.length > 40) return "";
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\-_]+/g, " ")
    .replace(/^[\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$/gu, "");
}
