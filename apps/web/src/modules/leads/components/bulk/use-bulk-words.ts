import type { BulkTask } from "@homeroom/contract/lead-bulk";
import { useTranslation } from "react-i18next";
import { useNumberText } from "#platform/number-text.ts";
import { restOf } from "../../rules/bulk.ts";

/** Some results of a move have words of their own. */
const wordsOfMove: Partial<Record<string, string>> = { same: "there", unfit: "bound" };
const wordOf = ({ kind }: BulkTask, name: string) => (kind === "branch" && wordsOfMove[name]) || name;

/** The names and results of bulk changes as text. */
export function useBulkWords() {
  const { t } = useTranslation("leads");
  const number = useNumberText();
  const outcome = (name: string, count: number) => t(`bulk.outcome.${name}`, { count, number: number(count) });
  return {
    number,
    /** The title of a change, "Assign 3 leads"; without a number until the matches are counted. */
    question: (change: "assign" | "tags" | "status" | "branch" | "delete", count: number | undefined) => {
      if (count === undefined) return t(`bulk.${change}.uncounted`);
      return t(change === "delete" ? "bulk.delete.all" : `bulk.${change}.title`, { count, number: number(count) });
    },
    title: ({ kind, state }: BulkTask) => t(state === "undoing" ? "bulk.undoing" : `bulk.kind.${kind}`),
    /** "Assigned 12 leads (甲 6, 乙 6), 2 …": one sentence with what was done and what was not. */
    summary: (task: BulkTask): string => {
      const main =
        task.state === "undone"
          ? outcome("undone", task.undone)
          : t(`bulk.did.${task.kind}`, { count: task.changed, number: number(task.changed) });
      const dealt = task.state === "undone" ? [] : task.dealt.slice(0, 5);
      const names = dealt.map(({ nickname, count }) => `${nickname} ${number(count)}`).join(t("comma"));
      const rest = restOf(task).map(({ outcome: name, count }) => outcome(wordOf(task, name), count));
      return [names ? t("bulk.among", { main, names }) : main, ...rest].join(t("bulk.join"));
    },
  };
}
