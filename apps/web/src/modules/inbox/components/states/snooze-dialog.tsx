import type { ConversationRow } from "@homeroom/contract/chat";
import { Button, Modal } from "antd";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useDateView, useNow } from "#platform/date-view.ts";
import { dayText, timeText } from "#platform/dates.ts";
import { localOf, momentOf } from "#platform/zoned-time.ts";
import { DateField } from "#ui/date-field/date-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { snoozeConversation } from "../../api/conversation-states.ts";
import { snoozeTimes } from "../../rules/snooze-times.ts";
import styles from "./states.module.css";

interface SnoozeDialogProps {
  row: ConversationRow;
  onDone: (until: Date) => void;
  onCancel: () => void;
}

/** Snoozes a conversation until one of the usual times, or a custom one. */
export function SnoozeDialog({ row, onDone, onCancel }: SnoozeDialogProps) {
  const { t } = useTranslation("inbox");
  const view = useDateView();
  const now = useNow();
  const { failed } = useFeedback();
  const own = useId();
  const first = useRef<HTMLButtonElement>(null);
  // The kit's `autoFocus` runs before the dialog is on the page.
  useEffect(() => first.current?.focus(), []);
  const [busy, setBusy] = useState(false);
  const [local, setLocal] = useState("");
  const chosen = momentOf(local, view.zone);
  const snooze = async (until: Date) => {
    setBusy(true);
    try {
      await snoozeConversation(row.conversationId, until);
      onDone(until);
    } catch (reason) {
      failed(reason);
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      title={
        <span className={laid("breaking block", styles.title)}>{t("states.snoozeTitle", { name: row.nickname })}</span>
      }
      width={380}
      footer={null}
      onCancel={onCancel}
    >
      <p className={laid("hint below8")}>{t("states.snoozeHint")}</p>
      <div className={laid("column", styles.times)}>
        {snoozeTimes(now, view.zone).map(({ preset, at }, index) => (
          <Button
            key={preset}
            type="text"
            block
            className={laid("justifyBetween height40")}
            disabled={busy}
            ref={index === 0 ? first : null}
            onClick={() => void snooze(at)}
          >
            <span>{t(`states.preset.${preset}`)}</span>
            <span className={laid("small figures")}>
              {dayText(at, view, now)} {timeText(at, view)}
            </span>
          </Button>
        ))}
      </div>
      <form
        className={laid("column gap6 above12 lineAbove padTop12")}
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen && chosen > new Date()) void snooze(chosen);
        }}
      >
        <label htmlFor={own}>{t("states.ownTime")}</label>
        <div className={layout.line}>
          <DateField
            id={own}
            kind="moment"
            year="ahead"
            value={local}
            min={localOf(now, view.zone)}
            onChange={setLocal}
          />
          <Button htmlType="submit" disabled={busy || !chosen || chosen <= now}>
            {t("states.snooze")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
