import { useTranslation } from "react-i18next";
import { useFeedback } from "./use-feedback.tsx";

/** Deletes a record for good: asks first, naming it, and says afterwards that it is gone or why it is not. */
export function useRemoval<Row extends { name: string }>(remove: (row: Row) => Promise<unknown>) {
  const { t } = useTranslation("ui");
  const { confirm, done, failed } = useFeedback();
  return async (row: Row): Promise<void> => {
    const { name } = row;
    const title = t("record.removeTitle", { name });
    const verb = t("record.remove");
    if (!(await confirm({ title, detail: t("record.removeDetail"), verb, danger: true }))) return;
    await remove(row).then(() => done(t("record.removed", { name })), failed);
  };
}
