import { Button } from "antd";
import { use, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import layout from "#ui/layout.module.css";
import { react } from "../../api/message-actions.ts";
import { reasonKey } from "../../rules/message-state.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import styles from "./bubble.module.css";
import { MessageActions } from "./message-actions.tsx";

/** WhatsApp's word for a message that takes no reaction (any more), or none of its own. */
const takesNone: readonly string[] = ["badRequest", "unknown", "unsupportedType"];

/** Says that our reaction did not reach the customer, why, and what can be done; until the next reaction. */
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
      className={`${layout.middle} ${layout.danger} ${layout.gap12} ${layout.above4} ${layout.round8} ${layout.dangerTint} ${layout.text12} ${layout.leading18} ${styles.problem}`}
      role="status"
    >
      <div>
        <p>{refused.emoji === "" ? t("react.takeRefused") : t("react.refused", { emoji: refused.emoji })}</p>
        <p>{reason}</p>
      </div>
      {maySend && (
        <span className={`${layout.fixed} ${layout.flexBox} ${layout.gap4}`}>
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
