import { UserOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import { contactCards } from "../../rules/message-details.ts";
import styles from "./message-body.module.css";

/** People whose cards were sent. */
export function ContactCards({ details }: { details: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation("inbox");
  const cards = contactCards(details);
  if (cards.length === 0) return <p className={styles.quiet}>{t("kind.contacts")}</p>;
  return (
    <div className={styles.cards}>
      {cards.map((card, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a message's cards never change, and may be alike
        <div key={`${index}:${card.name}`} className={styles.card}>
          <UserOutlined className={styles.cardIcon} aria-hidden />
          <div className={styles.cardWords}>
            <p className={styles.cardTitle}>{card.name || t("kind.contacts")}</p>
            {card.detail && <p className={styles.hint}>{card.detail}</p>}
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
