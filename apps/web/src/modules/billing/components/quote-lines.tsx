import type { PlanQuote } from "@homeroom/contract/billing";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateTimeText } from "#platform/dates.ts";
import { moneyText } from "#platform/money.ts";
import styles from "./billing.module.css";

/** What a purchase costs, line by line, and what it brings. */
export function QuoteLines({ quote }: { quote: PlanQuote }) {
  const { t } = useTranslation("billing");
  const view = useDateView();
  const { lines, amount, currency, startTime, endTime, messages, days } = quote;
  return (
    <section>
      <h3 className={styles.label}>{t("quote.title")}</h3>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line.kind} className={styles.line}>
            <span>{t(`quote.${line.kind}`, { count: line.days })}</span>
            <span>{moneyText(line.amount, currency)}</span>
          </li>
        ))}
        <li className={`${styles.line} ${styles.total}`}>
          <span>{t("quote.total")}</span>
          <span>{moneyText(amount, currency)}</span>
        </li>
      </ul>
      {startTime && endTime && (
        <p className={styles.quiet}>
          {t("quote.time", { from: dateTimeText(startTime, view), to: dateTimeText(endTime, view), count: days })}
        </p>
      )}
      {messages > 0 && <p className={styles.quiet}>{t("quote.messages", { number: messages.toLocaleString("en") })}</p>}
    </section>
  );
}
