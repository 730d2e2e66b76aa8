import { DeleteOutlined, DownOutlined, EditOutlined, FieldTimeOutlined, UpOutlined } from "@ant-design/icons";
import type { ConversationCard } from "@homeroom/contract/chat";
import type { ScheduledRow } from "@homeroom/contract/chat-composer";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useDateView } from "#platform/date-view.ts";
import { minuteText } from "#platform/dates.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { laid } from "#ui/laid.ts";
import { deleteScheduled, editScheduled, useScheduled } from "../../api/scheduled.ts";
import { ScheduleDialog } from "./lazy-dialogs.ts";
import styles from "./schedule.module.css";

/** The scheduled messages for this customer, in one line that expands; renders nothing without any. */
export function ScheduledStrip({ card }: { card: ConversationCard }) {
  const { data } = useScheduled(card.conversationId);
  const [edited, setEdited] = useState<ScheduledRow | null>(null);
  const [next] = data ?? [];
  return (
    <>
      {data && next && <Strip rows={data} next={next} onEdit={setEdited} />}
      {edited && (
        // It stays if its message has been sent meanwhile, so that edits are not lost.
        <Suspense>
          <ScheduleDialog
            words={edited.content}
            sendAt={new Date(edited.sendAt)}
            windowEndsAt={card.windowEndsAt}
            onSave={({ sendAt, words }) => editScheduled(edited, { content: words, sendAt })}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </>
  );
}

interface StripProps {
  rows: readonly ScheduledRow[];
  next: ScheduledRow;
  onEdit: (row: ScheduledRow) => void;
}

function Strip({ rows, next, onEdit }: StripProps) {
  const { t } = useTranslation("composer");
  const view = useDateView();
  const [open, setOpen] = useState(false);
  return (
    <section
      className={laid("fixed outlined round8 surface", styles.strip)}
      aria-label={t("schedule.count", { count: rows.length })}
    >
      <button
        type="button"
        className={laid("row bare wide pad6x12 textColour text12 leading18 textStart")}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <FieldTimeOutlined aria-hidden />
        {t("schedule.count", { count: rows.length })}
        <span className={laid("quiet figures")}>{t("schedule.next", { at: minuteText(next.sendAt, view) })}</span>
        <span className={laid("quiet push")}>{open ? <DownOutlined aria-hidden /> : <UpOutlined aria-hidden />}</span>
      </button>
      {open && (
        <ul className={laid("noPadding scrollY unmarked", styles.rows)}>
          {rows.map((row) => (
            <Row key={row.scheduledId} row={row} onEdit={() => onEdit(row)} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ row, onEdit }: { row: ScheduledRow; onEdit: () => void }) {
  const { t } = useTranslation("composer");
  const view = useDateView();
  const can = useCan();
  const { done, failed } = useFeedback();
  const words = row.content || row.file?.name || "";
  const [busy, setBusy] = useState(false);
  const handleDelete = async () => {
    setBusy(true);
    await deleteScheduled(row).then(() => done(t("schedule.deleted")), failed);
    setBusy(false);
  };
  return (
    <li className={laid("row lineAbove pad6x12")}>
      <time className={laid("small figures fixed")} dateTime={row.sendAt}>
        {minuteText(row.sendAt, view)}
      </time>
      <span className={laid("cut grow")} title={words}>
        {words}
      </span>
      {!row.isMine && <span className={laid("small fixed notOnPhones")}>{row.author?.nickname}</span>}
      {row.isMine && <SmallIconButton icon={<EditOutlined />} label={t("schedule.edit")} onClick={onEdit} />}
      {(row.isMine || can("chat:message:takeover")) && (
        <SmallIconButton
          icon={<DeleteOutlined />}
          loading={busy}
          label={t("schedule.delete")}
          onClick={() => void handleDelete()}
        />
      )}
    </li>
  );
}
