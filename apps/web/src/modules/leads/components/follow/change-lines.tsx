import { isPlainLeadField } from "@homeroom/contract/lead-fields";
import { type TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { FieldChange } from "../../rules/history-entry.ts";
import { useDeclaredText, useFieldLabel } from "../declared-field.tsx";
import styles from "../time-line.module.css";

/** What an edit changed: each field with what it was and what it became. */
export function ChangeLines({ changes }: { changes: readonly FieldChange[] }) {
  const { t } = useTranslation("leads");
  const label = useFieldLabel();
  const textOf = useDeclaredText();
  return (
    <ul className={styles.changes}>
      {changes.map(({ field, before, after }) => {
        const said = (value: unknown) =>
          isPlainLeadField(field) && (typeof value === "string" || typeof value === "number") && value !== ""
            ? textOf(field, value)
            : wordsOf(value, t);
        const [was, became] = [said(before), said(after)];
        return (
          <li key={field}>
            <span className={styles.field}>{label(field)}</span>
            {was && <del className={styles.was}>{was}</del>}
            {(was || became) && <span aria-hidden>→</span>}
            {became ? <ins className={styles.became}>{became}</ins> : was && <span>{t("empty")}</span>}
          </li>
        );
      })}
    </ul>
  );
}

function wordsOf(value: unknown, t: TFunction<"leads">): string {
  if (value === null || value === undefined || value === "") return "";
  if (Array.isArray(value)) return value.map(String).join(t("comma"));
  if (typeof value === "object") return Object.values(value).filter(Boolean).map(String).join(" ");
  return typeof value === "string" || typeof value === "number" ? `${value}` : "";
}
