import type { ConversationRow } from "@homeroom/contract/chat";
import type { RecordId } from "@homeroom/contract/ids";
import { Alert, Checkbox, Input, Modal } from "antd";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { newId } from "#platform/ids.ts";
import { ChoiceSelect } from "#ui/choice/choice-select.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import { closeConversation, closesCase, useContactResults } from "../../api/conversation-states.ts";
import { useScheduled } from "../../api/scheduled.ts";
import styles from "./states.module.css";

interface CloseDialogProps {
  row: ConversationRow;
  onDone: () => void;
  onCancel: () => void;
}

const maxNoteLength = 2000;

/** Closes a conversation, optionally with a result and a note for the lead. Enter closes it right away. */
export function CloseDialog({ row, onDone, onCancel }: CloseDialogProps) {
  const { t } = useTranslation("inbox");
  const can = useCan();
  const { failed } = useFeedback();
  const results = useContactResults();
  const scheduled = useScheduled(row.conversationId).data?.length ?? 0;
  const ids = { result: useId(), note: useId(), close: useId() };
  // The kit's `autoFocus` runs before the dialog is on the page.
  useEffect(() => document.getElementById(ids.close)?.focus(), [ids.close]);
  const [resultID, setResult] = useState<RecordId | null>(null);
  const [note, setNote] = useState("");
  const [noteId] = useState(() => newId<RecordId>());
  const [caseLogId] = useState(() => newId<RecordId>());
  const [withCase, setWithCase] = useState(true);
  const code = results.find(({ value }) => value === resultID)?.code ?? "";
  const mayCloseCase = closesCase(code) && can("crm:lead:log") && can("crm:lead:edit");
  const [busy, setBusy] = useState(false);
  const close = async () => {
    setBusy(true);
    try {
      const ofLead = { mayEditLead: can("crm:lead:edit"), caseLogId: mayCloseCase && withCase ? caseLogId : null };
      await closeConversation(row, { resultID, note: note.trim(), noteId, ...ofLead });
      onDone();
    } catch (reason) {
      failed(reason);
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      title={
        <span className={laid("breaking block", styles.title)}>{t("states.closeTitle", { name: row.nickname })}</span>
      }
      width={420}
      okText={t("states.close")}
      okButtonProps={{ id: ids.close }}
      confirmLoading={busy}
      onOk={() => void close()}
      onCancel={onCancel}
    >
      <div className={laid("column gap6", styles.fields)}>
        <p className={laid("hint below8")}>{t("states.closeHint")}</p>
        {scheduled > 0 && <Alert type="info" showIcon title={t("states.scheduledStay", { count: scheduled })} />}
        <label htmlFor={ids.result}>{t("states.result")}</label>
        <ChoiceSelect
          id={ids.result}
          options={[...results]}
          value={resultID}
          onChange={(value) => setResult(value as RecordId | null)}
        />
        {mayCloseCase && (
          <Checkbox checked={withCase} onChange={({ target }) => setWithCase(target.checked)}>
            {t("states.closeCase")}
          </Checkbox>
        )}
        {can("crm:lead:log") && (
          <>
            <label htmlFor={ids.note}>{t("states.note")}</label>
            <Input.TextArea
              id={ids.note}
              value={note}
              maxLength={maxNoteLength}
              autoSize={{ minRows: 2, maxRows: 6 }}
              onChange={({ target }) => setNote(target.value)}
            />
          </>
        )}
      </div>
    </Modal>
  );
}
