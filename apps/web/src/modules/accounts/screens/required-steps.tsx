import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { InlineForm } from "#ui/drawer-form/inline-form.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { PublicPage } from "#ui/public-page/public-page.tsx";
import { useOwnAccountWrites } from "../api/own-account.ts";
import { emptyPasswords, PasswordFields, passwordSchema } from "../components/password-fields.tsx";
import { TwoStepEnrolment } from "../components/two-step-enrolment.tsx";

interface RequiredStepsProps {
  restriction: "password" | "two-step";
  /** Called when it is done: the product opens. */
  onDone: () => void;
  onSignOut: () => void;
}

/** Replaces the product until the required first steps are done. */
export function RequiredSteps({ restriction, onDone, onSignOut }: RequiredStepsProps) {
  const { t } = useTranslation("account");
  const signOut = (
    <Button type="link" onClick={onSignOut}>
      {t("first.signOut")}
    </Button>
  );
  return (
    <PublicPage label={t(`first.${restriction}.title`)} note={t(`first.${restriction}.why`)} links={signOut}>
      {restriction === "password" ? <NewPassword onDone={onDone} /> : <TwoStepEnrolment onDone={onDone} />}
    </PublicPage>
  );
}

function NewPassword({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation("account");
  const { changePassword } = useOwnAccountWrites();
  const { done } = useFeedback();
  const handleDone = () => {
    done(t("password.changed"));
    onDone();
  };
  return (
    <InlineForm
      schema={passwordSchema}
      initialValues={emptyPasswords}
      onSubmit={({ oldPassword, newPassword }, report) => changePassword({ oldPassword, newPassword }, report)}
      onDone={handleDone}
      submitLabel={t("password.change")}
      block
    >
      <PasswordFields />
    </InlineForm>
  );
}
