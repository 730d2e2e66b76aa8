import { moneyText } from "@homeroom/contract/currencies";
import { isErrorName, messageOf } from "@homeroom/contract/errors/catalogue";
import type { Language } from "@homeroom/contract/language";
import type { OrderDetail } from "@homeroom/contract/orders";
import { useTranslation } from "react-i18next";
import { usePreference } from "#platform/preferences.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import styles from "./orders.module.css";

/** What happened to an order, newest first. */
export function OrderHistory({ order }: { order: OrderDetail }) {
  const { t } = useTranslation("orders");
  const [language] = usePreference("language");
  return (
    <section className={styles.section}>
      <h3 className={laid("row strong justifyBetween text14 below8")}>{t("history.title")}</h3>
      <ol className={laid("column bareList")}>
        {order.history.toReversed().map(({ recordID, kind, method, note, operator, createTime, amount, currency }) => (
          <li key={recordID} className={laid("baseline lineBelow justifyBetween gap12 pad8x0", styles.row)}>
            <span className={laid("breaking narrowable")}>
              {t(`history.${kind}`)}
              {note && <span className={layout.small}> {noteText(note, language)}</span>}
              <br />
              <span className={layout.small}>
                {method && `${t(`method.${method}`)} · `}
                {operator || t("history.byItself")} · <RelativeTime value={createTime} />
              </span>
            </span>
            <span className={laid("figures fixed textEnd")}>
              {amount !== null && currency && moneyText(amount, currency)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The reason why a receipt was not sent is stored as the name of an error. */
function noteText(note: string, language: Language): string {
  return isErrorName(note) ? messageOf(note, language) : note;
}
