import { CheckCircleFilled, CloseCircleFilled } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import layout from "#ui/layout.module.css";
import type { TestResult } from "../api/whatsapp.ts";
import { faultKey } from "../rules/text-keys.ts";
import styles from "./test-results.module.css";

/** What WhatsApp said to each value. */
export function TestResults({ result }: { result: TestResult }) {
  const { t } = useTranslation("channels");
  const { number } = result;
  return (
    <section className={styles.results} aria-label={t("test.title")} aria-live="polite">
      {number && (
        <p className={styles.number}>{[number.displayPhone, number.verifiedName].filter(Boolean).join(" · ")}</p>
      )}
      <ul className={`${layout.bareList} ${layout.closeGrid}`}>
        {result.fields.map(({ field, ok, reason, detail }) => (
          <li key={field} className={`${layout.line} ${styles.line}`} data-ok={ok}>
            {ok ? <CheckCircleFilled aria-hidden /> : <CloseCircleFilled aria-hidden />}
            <span>
              {t(`fact.${field}`)}
              {"："}
              {ok ? t("test.ok") : t(`fault.${faultKey(reason)}`)}
              {!ok && detail && <span className={`${layout.small} ${styles.detail}`}>{detail}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
