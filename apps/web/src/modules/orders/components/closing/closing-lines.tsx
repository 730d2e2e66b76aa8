import type { ClosingLine, ClosingSum } from "@homeroom/contract/closing";
import { moneyText } from "@homeroom/contract/currencies";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import styles from "./closing.module.css";

/** What a day comes to in each currency. */
export function ClosingSums({ sums }: { sums: readonly ClosingSum[] }) {
  const { t } = useTranslation("orders");
  if (sums.length === 0) return <p className={laid("quiet", styles.quiet)}>{t("closing.nothing")}</p>;
  return (
    <div className={laid("column gap12 below16")}>
      {sums.map(({ currency, received, kept, refunded, net, cash }) => {
        const facts: [key: string, amount: number, isShown: boolean][] = [
          ["received", received, true],
          ["kept", kept, kept > 0],
          ["refunded", refunded, refunded > 0],
          ["net", net, true],
          ["cash", cash, cash !== 0],
        ];
        return (
          <dl key={currency} className={laid("card figures flexBox wrap facts", styles.sum)}>
            {facts
              .filter(([, , isShown]) => isShown)
              .map(([key, amount]) => (
                <div key={key}>
                  <dt>{t(`closing.fields.${key}`)}</dt>
                  <dd className={layout.title} data-net={key === "net" || undefined}>
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

/** The money by person and way. */
export function ClosingLines({ lines }: { lines: readonly ClosingLine[] }) {
  const { t } = useTranslation("orders");
  if (lines.length === 0) return null;
  return (
    <div className={laid("frame scrollX")}>
      <table
        className={laid("figures wide collapsed quietHead", `${styles.table} ${styles.lines}`)}
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
                {moneyText(received, currency)}
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
