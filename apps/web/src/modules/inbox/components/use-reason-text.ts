import type { ChannelKind } from "@homeroom/contract/chat";
import { useTranslation } from "react-i18next";
import { lineReasonKey, reasonKey } from "../rules/message-state.ts";

/** Why something was not sent through a channel, and what to do, worded for its provider. */
export function useReasonText(): (channel: ChannelKind, reason: string) => string {
  const { t } = useTranslation("inbox");
  return (channel, reason) => {
    const ofLine = lineReasonKey(channel, reason);
    return ofLine ? t(`lineReason.${ofLine}`) : t(`reason.${reasonKey(reason)}`);
  };
}
