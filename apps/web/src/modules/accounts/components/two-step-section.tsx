import { TwoStepProof } from "@homeroom/contract/two-step";
import { Skeleton as Bars, Button, Input, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateTimeText } from "#platform/dates.ts";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { InlineForm } from "#ui/drawer-form/inline-form.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { useOwnAccountWrites, useTwoStepInfo } from "../api/own-account.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { Section } from "./section.tsx";
import { TwoStepEnrolment } from "./two-step-enrolment.tsx";

type Open = "enrol" | "renew" | "end" | null;

/** Signing in with a second step: on or off, and how many recovery codes are left. */
export function TwoStepSection() {
  const { t } = useTranslation("account");
  const { data: info, error, refetch } = useTwoStepInfo();
  const [open, setOpen] = useState<Open>(null);
  // They are shown once, so only the button that confirms saving closes the dialog.
  const [hasCodes, setHasCodes] = useState(false);
  const { again } = useOwnAccountWrites();
  const { done } = useFeedback();
  const close = () => {
    setOpen(null);
    setHasCodes(false);
    void again();
  };
  const actions = info?.enabled ? (
    <>
      <Button onClick={() => setOpen("renew")}>{t("twoStep.renew")}</Button>
      {!info.required && (
        <Button type="text" danger onClick={() => setOpen("end")}>
          {t("twoStep.turnOff")}
        </Button>
      )}
    </>
  ) : (
    <Button type="primary" disabled={!info} onClick={() => setOpen("enrol")}>
      {t("twoStep.turnOn")}
    </Button>
  );

  return (
    <Section
      title={t("twoStep.title")}
      detail={error && !info ? error : <State info={info} />}
      actions={error && !info ? <Button onClick={() => void refetch()}>{t("again")}</Button> : actions}
    >
      <Modal
        open={open !== null}
        title={open && t(`twoStep.dialog.${open}`)}
        footer={null}
        onCancel={close}
        mask={{ closable: false }}
        closable={!hasCodes}
        keyboard={!hasCodes}
        width={480}
        destroyOnHidden
      >
        {open === "enrol" && (
          <TwoStepEnrolment
            onCodes={() => setHasCodes(true)}
            onDone={() => {
              close();
              done(t("twoStep.isOn"));
            }}
          />
        )}
        {open === "renew" && <Renew onCodes={() => setHasCodes(true)} onClose={close} />}
        {open === "end" && <End onClose={close} />}
      </Modal>
    </Section>
  );
}

function State({ info }: { info: ReturnType<typeof useTwoStepInfo>["data"] }) {
  const { t } = useTranslation("account");
  const view = useDateView();
  if (!info) return <Bars active title={false} paragraph={{ rows: 1, width: 220 }} />;
  if (!info.enabled) return t("twoStep.why");
  return (
    <>
      <StatusDot
        tone="success"
        label={t("twoStep.onSince", { time: info.enabledTime ? dateTimeText(info.enabledTime, view) : "" })}
      />
      <p>
        {t("twoStep.left", { count: info.recoveryCodesLeft })}
        {info.required && ` ${t("twoStep.required")}`}
      </p>
    </>
  );
}

/** The password and a code, which renewing the codes and turning the step off both require. */
function ProofFields() {
  const { t } = useTranslation("account");
  return (
    <>
      <FormField name="password" label={t("password.present")} required>
        <Input.Password autoComplete="current-password" maxLength={128} />
      </FormField>
      <FormField name="code" label={t("twoStep.code")} hint={t("twoStep.anyCode")} required>
        <Input autoComplete="one-time-code" maxLength={16} />
      </FormField>
    </>
  );
}

const noProof = { password: "", code: "" };

function Renew({ onCodes, onClose }: { onCodes: () => void; onClose: () => void }) {
  const { t } = useTranslation("account");
  const { renewCodes } = useOwnAccountWrites();
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={onClose} />;
  return (
    <InlineForm
      schema={TwoStepProof}
      initialValues={noProof}
      onSubmit={renewCodes}
      onDone={(made) => {
        setCodes(made);
        onCodes();
      }}
      submitLabel={t("twoStep.renew")}
      onCancel={onClose}
    >
      <p>{t("twoStep.renewDetail")}</p>
      <ProofFields />
    </InlineForm>
  );
}

function End({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("account");
  const { endTwoStep } = useOwnAccountWrites();
  const { done } = useFeedback();
  const handleDone = () => {
    onClose();
    done(t("twoStep.isOff"));
  };
  return (
    <InlineForm
      schema={TwoStepProof}
      initialValues={noProof}
      onSubmit={endTwoStep}
      onDone={handleDone}
      submitLabel={t("twoStep.turnOff")}
      onCancel={onClose}
    >
      <p>{t("twoStep.endDetail")}</p>
      <ProofFields />
    </InlineForm>
  );
}
