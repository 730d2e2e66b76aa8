import { Modal } from "antd";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateText } from "#platform/dates.ts";
import { InlineForm } from "#ui/drawer-form/inline-form.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useOwnAccountWrites } from "../api/own-account.ts";
import { emptyPasswords, PasswordFields, passwordSchema } from "./password-fields.tsx";

interface InitialPasswordDialogProps {
  /** Until when it may be put off. */
  due: string;
  onDone: () => void;
  onPutOff: () => void;
}

/** Asks who still signs in with the password that they were given to choose one of their own. */
export function InitialPasswordDialog({ due, onDone, onPutOff }: InitialPasswordDialogProps) {
  const { t } = useTranslation("account");
  const view = useDateView();
  const { changePassword } = useOwnAccountWrites();
  const { done } = useFeedback();
  const handleDone = () => {
    done(t("password.changed"));
    onDone();
  };
  return (
    <Modal open title={t("initial.title")} footer={null} onCancel={onPutOff} mask={{ closable: false }} width={440}>
      <p style={{ marginBottom: 16 }}>{t("initial.why", { date: dateText(due, view) })}</p>
      <InlineForm
        schema={passwordSchema}
        initialValues={emptyPasswords}
        onSubmit={({ oldPassword, newPassword }, report) => changePassword({ oldPassword, newPassword }, report)}
        onDone={handleDone}
        submitLabel={t("password.change")}
        onCancel={onPutOff}
        cancelLabel={t("initial.later")}
      >
        <PasswordFields />
      </InlineForm>
    </Modal>
  );
}
