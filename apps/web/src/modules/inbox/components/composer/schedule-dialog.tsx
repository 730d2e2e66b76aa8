import { maxMessageLength } from "@homeroom/contract/chat-caption";
import { Button, Input, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useDateView, useNow } from "#platform/date-view.ts";
import { minuteText } from "#platform/dates.ts";
import { localOf, momentOf } from "#platform/zoned-time.ts";
import { DateField } from "#ui/date-field/date-field.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";

interface ScheduleDialogProps {
  /** The text that can still be changed; absent: what the composer contains. */
  words?: string;
  sendAt: Date | null;
  windowEndsAt: string | null;
  /** Rejects with the text to show; the dialog then stays open. */
  onSave: (of: { sendAt: Date; words: string }) => Promise<void>;
  onClose: () => void;
}

const quickMinutes = [30, 60, 180];

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);

/** Chooses when a message goes out, within the reply window. */
export function ScheduleDialog({ words, sendAt, windowEndsAt, onSave, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation("composer");
  const { t: general } = useTranslation("ui");
  const view = useDateView();
  const now = useNow();
  const [local, setChosen] = useState(() => localOf(sendAt ?? minutesFromNow(60), view.zone));
  const [text, setText] = useState(words ?? "");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const setLocal = (chosen: string) => {
    setChosen(chosen);
    setProblem(null);
  };
  const save = async () => {
    const at = momentOf(local, view.zone);
    if (!at) return setProblem(general("form.incompleteDate"));
    if (at <= new Date()) return setProblem(t("schedule.past"));
    setBusy(true);
    setProblem(null);
    try {
      await onSave({ sendAt: at, words: text });
      onClose();
    } catch (reason) {
      setProblem(reason instanceof Error ? reason.message : String(reason));
    } finally {
      setBusy(false);
    }
  };
  const quick = quickMinutes.filter((minutes) => !windowEndsAt || minutesFromNow(minutes) < new Date(windowEndsAt));
  return (
    <Modal
      open
      title={t("schedule.title")}
      okText={t(words === undefined ? "schedule.verb" : "schedule.save")}
      cancelText={t("schedule.cancel")}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className={laid("gridBox gap12")}>
        {words !== undefined && (
          <Input.TextArea
            value={text}
            maxLength={maxMessageLength}
            autoSize={{ minRows: 2, maxRows: 8 }}
            aria-label={t("schedule.words")}
            onChange={({ target }) => setText(target.value)}
          />
        )}
        <div className={layout.buttons}>
          {quick.map((minutes) => (
            <Button key={minutes} size="small" onClick={() => setLocal(localOf(minutesFromNow(minutes), view.zone))}>
              {t(`schedule.in${minutes}`)}
            </Button>
          ))}
        </div>
        <DateField
          kind="moment"
          year="ahead"
          value={local}
          min={localOf(now, view.zone)}
          aria-label={t("schedule.at")}
          onChange={setLocal}
          {...(windowEndsAt && { max: localOf(new Date(windowEndsAt), view.zone) })}
        />
        {windowEndsAt && (
          <p className={laid("small leading18")}>{t("schedule.until", { at: minuteText(windowEndsAt, view) })}</p>
        )}
        {problem && (
          <p className={layout.danger} role="alert">
            {problem}
          </p>
        )}
      </div>
    </Modal>
  );
}
