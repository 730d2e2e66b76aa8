import { Button } from "antd";
import { use, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import { react } from "../../api/message-actions.ts";
import { reasonKey } from "../../rules/message-state.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import styles from "./bubble.module.css";
import { MessageActions } from "./message-actions.tsx";

/** WhatsApp's reason for a message that cannot be reacted to (any more). */
const takesNone: readonly string[] = ["badRequest", "unknown", "unsupportedType"];

/** Says that our reaction did not reach the customer, why, and what to do; shown until the next reaction. */
export function ReactionProblem({ message }: { message: ShownMessage }) {
  const { t } = useTranslation(["composer", "inbox"]);
  const { failed } = useFeedback();
  const maySend = useCan()("chat:message:send");
  const { mayReact } = use(MessageActions);
  const [busy, setBusy] = useState(false);
  const { messageId, reactions, reactionRefused: refused } = message;
  if (!refused) return null;
  const standing = reactions.find(({ direction }) => direction === "out")?.emoji ?? "";
  const give = async (emoji: string) => {
    setBusy(true);
    try {
      await react(messageId, emoji);
    } catch (reason) {
      failed(reason);
    } finally {
      setBusy(false);
    }
  };
  const reason = takesNone.includes(refused.reason)
    ? t("react.tooOld")
    : t(`inbox:reason.${reasonKey(refused.reason)}`);
  return (
    <div
      className={laid("middle danger gap12 above4 round8 dangerTint text12 leading18", styles.problem)}
      role="status"
    >
      <div>
        <p>{refused.emoji === "" ? t("react.takeRefused") : t("react.refused", { emoji: refused.emoji })}</p>
        <p>{reason}</p>
      </div>
      {maySend && (
        <span className={laid("fixed flexBox gap4")}>
          {mayReact(message) && (
            <Button size="small" loading={busy} onClick={() => void give(refused.emoji)}>
              {t("react.again")}
            </Button>
          )}
          <Button size="small" type="text" disabled={busy} onClick={() => void give(standing)}>
            {t("react.seen")}
          </Button>
        </span>
      )}
    </div>
  );
}
