import { RecordId } from "@homeroom/contract/ids";
import { type LeadCard, leadActions } from "@homeroom/contract/leads";
import { Button, Input, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { useDateView } from "#platform/date-view.ts";
import { momentOf } from "#platform/zoned-time.ts";
import { DateField } from "#ui/date-field/date-field.tsx";
import { incompleteDate } from "#ui/date-field/incomplete-date.ts";
import { useFocusFirst } from "#ui/keyboard/use-focus-first.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useCardActions } from "../../api/card.ts";
import { actionsWithTime, type LoggedAction } from "../../rules/logged-actions.ts";

interface LogFormProps {
  card: LeadCard;
  action: LoggedAction;
  onClose: () => void;
}

/** Logs a step, with its time if it matters, and an optional text. */
export function LogForm({ card, action, onClose }: LogFormProps) {
  const { t } = useTranslation("leads");
  const { t: tOfFields } = useTranslation("ui");
  const { zone } = useDateView();
  const { addLog } = useCardActions(card.leadId);
  const [recordID] = useState(() => RecordId.parse(v7()));
  const [content, setContent] = useState("");
  const [time, setTime] = useState("");
  const [isRefused, setRefused] = useState(false);
  const focusFirst = useFocusFirst();
  const timed = actionsWithTime.includes(action);
  const at = momentOf(time, zone);
  const save = () =>
    addLog.mutate(
      { recordID, actionType: leadActions[action], content, ...(at && { at: at.toISOString() }) },
      { onSuccess: onClose },
    );
  return (
    <Modal open title={t(`history.${action}`)} onCancel={onClose} footer={null} destroyOnHidden>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setRefused(time === incompleteDate);
          if (!addLog.isPending && time !== incompleteDate) save();
        }}
      >
        {timed && (
          <label className={laid("hint block")}>
            {t("card.log.at")}
            <DateField kind="moment" ref={focusFirst} value={time} onChange={setTime} />
          </label>
        )}
        {isRefused && time === incompleteDate && (
          <p role="alert" className={laid("danger text12 leading18")}>
            {tOfFields("form.incompleteDate")}
          </p>
        )}
        <label className={laid("hint block")}>
          {t("card.log.content")}
          <Input.TextArea
            value={content}
            maxLength={2000}
            {...(!timed && { ref: focusFirst })}
            autoSize={{ minRows: 2, maxRows: 8 }}
            onChange={({ target }) => setContent(target.value)}
          />
        </label>
        {(action === "deal" || action === "caseClosed") && <p className={layout.quiet}>{t(`card.log.${action}`)}</p>}
        <div className={laid("row justifyEnd above8")}>
          {addLog.error !== null && (
            <span role="alert" className={layout.danger}>
              {addLog.error}
            </span>
          )}
          <Button onClick={onClose}>{t("card.cancel")}</Button>
          <Button type="primary" htmlType="submit" loading={addLog.isPending}>
            {t("card.log.save")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
