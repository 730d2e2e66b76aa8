import type { ClosingDay, ClosingLine, ClosingSum } from "@homeroom/contract/closing";
import { moneyText } from "@homeroom/contract/currencies";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import styles from "./closing.module.css";

interface ClosingSumsProps {
  sums: readonly ClosingSum[];
  /** The cash that was counted when the day was closed. */
  counted: NonNullable<ClosingDay["closing"]>["counted"];
}

/** The totals of a day in each currency and, once it is closed, the difference in cash. */
export function ClosingSums({ sums, counted }: ClosingSumsProps) {
  const { t } = useTranslation("orders");
  if (sums.length === 0) return <p className={laid("quiet below12")}>{t("closing.nothing")}</p>;
  return (
    <div className={laid("column gap12 below16")}>
      {sums.map(({ currency, received, kept, refunded, net, cash }) => {
        const inTill = counted.find((one) => one.currency === currency)?.amount;
        const difference = inTill === undefined ? 0 : inTill - cash;
        const facts: [key: string, amount: number, isShown: boolean][] = [
          ["received", received, true],
          ["kept", kept, kept > 0],
          ["refunded", refunded, refunded > 0],
          ["net", net, true],
          ["cash", cash, cash !== 0 || difference !== 0],
          ["counted", inTill ?? 0, inTill !== undefined && (cash !== 0 || difference !== 0)],
          ["difference", difference, difference !== 0],
        ];
        return (
          <dl key={currency} className={laid("card figures flexBox wrap facts", styles.sum)}>
            {facts
              .filter(([, , isShown]) => isShown)
              .map(([key, amount]) => (
                <div key={key}>
                  <dt>{t(`closing.fields.${key}`)}</dt>
                  <dd
                    className={laid(key === "difference" ? "title danger" : "title")}
                    data-net={key === "net" || undefined}
                  >
                    {moneyText(amount, currency)}
                  </dd>
                </div>
              ))}
          </dl>
        );
      })}
    </div>
  );
}

/** The money by person and payment method. */
export function ClosingLines({ lines }: { lines: readonly ClosingLine[] }) {
  const { t } = useTranslation("orders");
  if (lines.length === 0) return null;
  return (
    <div className={laid("frame scrollX")}>
      <table
        className={laid("figures wide collapsed quietHead ruledCells", `${styles.table} ${styles.lines}`)}
        aria-label={t("closing.lines")}
      >
        <thead>
          <tr>
            <th scope="col">{t("closing.fields.person")}</th>
            <th scope="col">{t("fields.payMethod")}</th>
            {["count", "received", "refunded"].map((field) => (
              <th key={field} scope="col" className={styles.figure}>
                {t(`closing.fields.${field}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ person, method, currency, count, received, kept, refunded }) => (
            <tr key={`${person} ${method} ${currency}`}>
              <th scope="row">{person || t("closing.platform")}</th>
              <td>{t(`method.${method}`)}</td>
              <td className={styles.figure} data-label={t("closing.fields.count")}>
                {count}
              </td>
              <td className={styles.figure}>
                {received > 0 && moneyText(received, currency)}
                {kept > 0 && (
                  <span className={laid("danger block text12")}>
                    {t("closing.keptOf", { amount: moneyText(kept, currency) })}
                  </span>
                )}
              </td>
              <td className={styles.figure} data-label={t("closing.fields.refunded")}>
                {refunded > 0 && moneyText(refunded, currency)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
