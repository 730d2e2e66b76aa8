import type { MessageRow } from "@homeroom/contract/chat";
import type { MessageId } from "@homeroom/contract/ids";
import { useTranslation } from "react-i18next";
import styles from "./bubble.module.css";

interface QuotedBlockProps {
  quoted: NonNullable<MessageRow["quoted"]>;
  customer: string;
  onJump: (messageId: MessageId) => void;
}

/** The message that another one answers; a press shows it where it was said. */
export function QuotedBlock({ quoted, customer, onJump }: QuotedBlockProps) {
  const { t } = useTranslation("inbox");
  const { messageId } = quoted;
  if (!messageId) return <p className={styles.quoted}>{t("message.quotedUnknown")}</p>;
  return (
    <button type="button" className={styles.quoted} onClick={() => onJump(messageId)}>
      <span className={styles.quotedFrom}>{quoted.direction === "in" ? customer : t("message.us")}</span>
      <span className={styles.quotedText}>{quoted.text || t("message.quotedFile")}</span>
    </button>
  );
}
