import { UserOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import { keyed } from "#platform/keyed.ts";
import layout from "#ui/layout.module.css";
import { contactCards } from "../../rules/message-details.ts";
import styles from "./message-body.module.css";

/** People whose cards were sent. */
export function ContactCards({ details }: { details: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation("inbox");
  const cards = contactCards(details);
  if (cards.length === 0) return <p className={styles.quiet}>{t("kind.contacts")}</p>;
  return (
    <div className={`${layout.column} ${styles.cards}`}>
      {keyed(cards, ({ name }) => name).map(({ key, item: card }) => (
        <div key={key} className={styles.card}>
          <UserOutlined className={`${layout.centre} ${layout.sunken} ${styles.cardIcon}`} aria-hidden />
          <div className={`${layout.grow} ${styles.cardWords}`}>
            <p className={layout.strong}>{card.name || t("kind.contacts")}</p>
            {card.detail && <p className={`${layout.small} ${styles.hint}`}>{card.detail}</p>}
            {card.phones.map((phone) => (
              <a key={phone} href={`tel:${phone.replace(/[^\d+]/g, "")}`}>
                {phone}
              </a>
            ))}
            {card.emails.map((email) => (
              <a key={email} href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`}>
                {email}
              </a>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
