import { Button, DatePicker, Input, Modal } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { minuteText } from "#platform/dates.ts";
import styles from "./schedule.module.css";

interface ScheduleDialogProps {
  /** The words that can still be changed; absent: what stands in the composer. */
  words?: string;
  sendAt: Date | null;
  windowEndsAt: string | null;
  /** Rejects with the text that is shown; the dialogue then stays. */
  onSave: (of: { sendAt: Date; words: string }) => Promise<void>;
  onClose: () => void;
}

const quickMinutes = [30, 60, 180];

/** Chooses when a message goes out, within the reply window. */
export function ScheduleDialog({ words, sendAt, windowEndsAt, onSave, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation("composer");
  const view = useDateView();
  const [at, setAt] = useState<Dayjs | null>(() => (sendAt ? dayjs(sendAt) : dayjs().add(1, "hour")));
  const [text, setText] = useState(words ?? "");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (!at?.isAfter(dayjs())) return setProblem(t("schedule.past"));
    setBusy(true);
    setProblem(null);
    try {
      await onSave({ sendAt: at.toDate(), words: text });
      onClose();
    } catch (reason) {
      setProblem(reason instanceof Error ? reason.message : String(reason));
    } finally {
      setBusy(false);
    }
  };
  const quick = quickMinutes.filter(
    (minutes) => !windowEndsAt || dayjs().add(minutes, "minute").isBefore(windowEndsAt),
  );
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
      <div className={styles.form}>
        {words !== undefined && (
          <Input.TextArea
            value={text}
            maxLength={4096}
            autoSize={{ minRows: 2, maxRows: 8 }}
            aria-label={t("schedule.words")}
            onChange={({ target }) => setText(target.value)}
          />
        )}
        <div className={styles.quick}>
          {quick.map((minutes) => (
            <Button key={minutes} size="small" onClick={() => setAt(dayjs().add(minutes, "minute"))}>
              {t(`schedule.in${minutes}`)}
            </Button>
          ))}
        </div>
        <DatePicker
          showTime={{ format: "HH:mm", minuteStep: 5 }}
          format="YYYY-MM-DD HH:mm"
          value={at}
          minDate={dayjs()}
          allowClear={false}
          aria-label={t("schedule.at")}
          onChange={setAt}
          {...(windowEndsAt && { maxDate: dayjs(windowEndsAt) })}
        />
        {windowEndsAt && <p className={styles.hint}>{t("schedule.until", { at: minuteText(windowEndsAt, view) })}</p>}
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
    </Modal>
  );
}
