import type { ConversationCard } from "@homeroom/contract/chat";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useSendWelcome } from "../../api/send-welcome.ts";
import styles from "./composer.module.css";

/** What is different on LINE, in one quiet line, and the branch's welcome message at hand. */
export function LineLine({ card }: { card: ConversationCard }) {
  const { t } = useTranslation("inbox");
  const { done, failed } = useFeedback();
  const send = useSendWelcome();
  const handleSend = () =>
    send.mutate(card.leadId, { onSuccess: () => done(t("composer.welcomeSent")), onError: failed });
  return (
    <p className={styles.window}>
      <span>{t("composer.lineFree")}</span>
      <Button type="link" size="small" loading={send.isPending} onClick={handleSend}>
        {t("composer.sendWelcome")}
      </Button>
    </p>
  );
}
