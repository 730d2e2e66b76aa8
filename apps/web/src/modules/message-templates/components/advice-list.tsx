import { CheckCircleFilled, ExclamationCircleFilled, InfoCircleFilled } from "@ant-design/icons";
import type { TemplateContent } from "@homeroom/contract/message-templates";
import { type Advice, adviceOn } from "@homeroom/contract/template-advice";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { braces } from "../rules/template-form.ts";
import styles from "./advice-list.module.css";

/** What keeps a text from being submitted, and what its reviewers often reject. */
export function AdviceList({ content }: { content: TemplateContent }) {
  const { t } = useTranslation("messageTemplates");
  const advice = content.body === "" ? [] : adviceOn(content);
  if (content.body === "") return null;
  return (
    <section className={laid("closeGrid text12 leading20")} aria-label={t("advice.title")} aria-live="polite">
      {advice.length === 0 && (
        <p className={laid("line", styles.line)} data-level="fine">
          <CheckCircleFilled aria-hidden />
          {t("advice.fine")}
        </p>
      )}
      {once(advice).map(({ key, level }) => (
        <p key={key} className={laid("line", styles.line)} data-level={level}>
          {level === "must" ? <ExclamationCircleFilled aria-hidden /> : <InfoCircleFilled aria-hidden />}
          {t(`advice.${key}`, braces)}
        </p>
      ))}
    </section>
  );
}

function once(advice: readonly Advice[]): Advice[] {
  return [...new Map(advice.map((one) => [one.key, one])).values()];
}
