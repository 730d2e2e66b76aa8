import { useTranslation } from "react-i18next";
import { useFeedback } from "./use-feedback.tsx";

interface RemovalWords {
  title: string;
  /** What is deleted with it. */
  detail: string;
  verb: string;
  done: string;
}

/**
 * Deletes a record for good: asks first, naming it, and then reports the deletion or why it failed. `wordsOf` replaces the
 * texts that all records share.
 */
export function useRemoval<Row extends { name: string }>(
  remove: (row: Row) => Promise<unknown>,
  wordsOf?: (row: Row) => RemovalWords,
) {
  const { t } = useTranslation("ui");
  const { confirm, done, failed } = useFeedback();
  const common = ({ name }: Row): RemovalWords => ({
    ...{ title: t("record.removeTitle", { name }), detail: t("record.removeDetail") },
    ...{ verb: t("record.remove"), done: t("record.removed", { name }) },
  });
  return async (row: Row): Promise<void> => {
    const { done: said, ...question } = (wordsOf ?? common)(row);
    if (!(await confirm({ ...question, danger: true }))) return;
    await remove(row).then(() => done(said), failed);
  };
}
