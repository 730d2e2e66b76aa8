import { type LeadCard, leads } from "@homeroom/contract/leads";
import { Alert, Button, Form } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "#platform/api.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { type FormField, type FormValues, formValues, mergeForm } from "../rules/edit-form.ts";
import styles from "./lead-form.module.css";

interface ConflictNoticeProps {
  /** The card that the form was made of. */
  base: LeadCard;
  /** The server has refused to save, because somebody else has. */
  stale: boolean;
  onMerged: (theirs: LeadCard) => void;
}

/** Says that somebody else has saved, and takes their changes into the form; what the writer has changed stays. */
export function ConflictNotice({ base, stale, onMerged }: ConflictNoticeProps) {
  const { t } = useTranslation("leads");
  const { failed } = useFeedback();
  const form = Form.useFormInstance();
  const [theirs, setTheirs] = useState<{ card: LeadCard; both: FormField[] } | null>(null);
  const [busy, setBusy] = useState(false);

  const merge = async () => {
    setBusy(true);
    try {
      const { resultData: card } = await api.call(leads.info, { leadId: base.leadId });
      const mine = form.getFieldsValue(true) as FormValues;
      const { values, both } = mergeForm(formValues(base), mine, formValues(card));
      form.setFieldsValue({ ...values, version: card.version });
      setTheirs({ card, both });
      onMerged(card);
    } catch (reason) {
      failed(reason);
    } finally {
      setBusy(false);
    }
  };

  if (stale)
    return (
      <Alert
        className={styles.notice ?? ""}
        type="warning"
        showIcon
        title={t("conflict.title")}
        description={t("conflict.detail")}
        action={
          <Button size="small" loading={busy} onClick={() => void merge()}>
            {t("conflict.reload")}
          </Button>
        }
      />
    );
  if (!theirs) return null;
  return (
    <Alert
      className={styles.notice ?? ""}
      type="info"
      showIcon
      title={t("conflict.merged", { name: theirs.card.updater || t("someone") })}
      description={
        theirs.both.length > 0 && (
          <ul className={styles.both}>
            {theirs.both.map((field) => (
              <li key={field}>
                {t("conflict.both", { field: t(`fields.${field}`), value: textOf(theirs.card, field) || t("empty") })}
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}

/** A field's value as people read it: names for ids. */
function textOf(card: LeadCard, field: FormField): string {
  const { names } = card;
  if (field === "tag") return names.tag.map(({ name }) => name).join(", ");
  if (field in names) return names[field as Exclude<keyof typeof names, "tag">];
  const value = card[field];
  if (typeof value !== "object" || value === null) return String(value ?? "");
  return Object.values(value).filter(Boolean).join(" ");
}
