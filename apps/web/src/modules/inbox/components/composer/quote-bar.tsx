import { CloseOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import styles from "./composer.module.css";

interface QuoteBarProps {
  quoted: ShownMessage;
  customer: string;
  /** The provider cannot show it: the customer reads the answer alone. */
  unseen: boolean;
  onRemove: () => void;
}

/** The message that is going to be answered. */
export function QuoteBar({ quoted, customer, unseen, onRemove }: QuoteBarProps) {
  const { t } = useTranslation("inbox");
  const who = quoted.direction === "in" ? customer : t("message.us");
  return (
    <div className={laid("row lineBelow", styles.quote)}>
      <p className={laid("grow text13 leading20", styles.quoteWords)}>
        <b className={laid("text12 ink")}>{t("composer.replyingTo", { name: who })}</b>
        <span>{quoted.text || t(`kind.${quoted.kind}`)}</span>
        {unseen && <em className={styles.quoteUnseen}>{t("composer.quoteUnseen")}</em>}
      </p>
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined />}
        aria-label={t("composer.removeQuote")}
        onClick={onRemove}
      />
    </div>
  );
}
