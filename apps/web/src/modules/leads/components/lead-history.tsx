import type { LeadId } from "@homeroom/contract/ids";
import { type LeadLogRow, leadActions } from "@homeroom/contract/leads";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useLeadHistory } from "../api/queries.ts";
import styles from "./time-line.module.css";

/** What has happened to a lead, newest first, in the reader's words. */
export function LeadHistory({ leadId }: { leadId: LeadId }) {
  const { t } = useTranslation("leads");
  const history = useLeadHistory(leadId);
  const entries = history.data?.pages.flatMap((page) => page.list) ?? [];
  if (history.isPending) return <EntrySkeletons />;
  if (history.error !== null && entries.length === 0)
    return <ErrorState message={history.error} onRetry={() => void history.refetch()} />;
  return (
    <>
      <ol className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.recordID} className={styles.entry} data-kind={kindOf(entry.actionType)}>
            <p className={styles.said}>
              <Phrase entry={entry} />
            </p>
            {/* Notes stand in full above. */}
            {entry.content && entry.actionType !== leadActions.note && <p className={styles.text}>{entry.content}</p>}
            <p className={styles.when}>
              <RelativeTime value={entry.createTime} />
              <span>{entry.operator || t("history.byItself")}</span>
            </p>
          </li>
        ))}
      </ol>
      {history.hasNextPage && (
        <Button type="link" loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          {t("more")}
        </Button>
      )}
    </>
  );
}

/** One entry as a sentence, made of its kind and what it speaks of. */
function Phrase({ entry }: { entry: LeadLogRow }) {
  const { t } = useTranslation("leads");
  const { details } = entry;
  if (entry.actionType === leadActions.salesAssigned)
    return t("history.salesAssigned", {
      name: typeof details.salesName === "string" ? details.salesName : t("someone"),
    });
  if (entry.actionType === leadActions.newLead && typeof details.channel === "string")
    return t("history.newFromChannel", { channel: details.channel });
  if (entry.actionType === leadActions.edited) {
    const fields = Array.isArray(details.fields) ? details.fields.filter((field) => typeof field === "string") : [];
    const names = fields.map((field) => t(`fields.${field}`)).join(t("comma"));
    return names ? t("history.edited", { names }) : t("history.editedPlain");
  }
  return t(`history.${nameOf(entry.actionType)}`);
}

const names = new Map<number, keyof typeof leadActions>(
  Object.entries(leadActions).map(([name, number]) => [number, name as keyof typeof leadActions]),
);

function nameOf(actionType: number): keyof typeof leadActions | "other" {
  return names.get(actionType) ?? "other";
}

function kindOf(actionType: number): "good" | "end" | undefined {
  if (actionType === leadActions.deal) return "good";
  return actionType === leadActions.caseClosed ? "end" : undefined;
}

export function EntrySkeletons() {
  return (
    <div aria-hidden className={styles.entries}>
      {[60, 45, 70].map((width) => (
        <span key={width} className={styles.entry}>
          <Skeleton width={`${width}%`} />
        </span>
      ))}
    </div>
  );
}
