import type { LeadId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateText } from "#platform/dates.ts";
import { ErrorState } from "#ui/states/error-state.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useLeadNotes } from "../api/queries.ts";
import { EntrySkeletons } from "./lead-history.tsx";
import { NoteForm } from "./note-form.tsx";
import styles from "./time-line.module.css";

/** A lead's notes, and the place to write one for those who may. */
export function LeadNotes({ leadId, mayWrite }: { leadId: LeadId; mayWrite: boolean }) {
  const { t } = useTranslation("leads");
  const view = useDateView();
  const query = useLeadNotes(leadId);
  const notes = query.data?.pages.flatMap((page) => page.list) ?? [];
  return (
    <>
      {mayWrite && <NoteForm key={leadId} leadId={leadId} />}
      {query.isPending && <EntrySkeletons />}
      {query.error !== null && notes.length === 0 && (
        <ErrorState message={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && notes.length === 0 && <p className={styles.quiet}>{t("notes.none")}</p>}
      <ol className={styles.entries}>
        {notes.map((note) => (
          <li key={note.recordID} className={styles.entry}>
            <p className={styles.text}>{note.content}</p>
            {note.result && <p>{t("notes.result", { name: note.result.name })}</p>}
            {note.nextContactDate && <p>{t("notes.next", { date: dateText(note.nextContactDate, view) })}</p>}
            <p className={styles.when}>
              <RelativeTime value={note.createTime} />
              <span>{note.creator}</span>
            </p>
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <Button type="link" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t("more")}
        </Button>
      )}
    </>
  );
}
