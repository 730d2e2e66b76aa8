import { CopyOutlined } from "@ant-design/icons";
import { ConfirmTwoStepForm, StartTwoStepForm } from "@homeroom/contract/two-step";
import { Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { InlineForm } from "#ui/drawer-form/inline-form.tsx";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { laid } from "#ui/laid.ts";
import { useOwnAccountWrites } from "../api/own-account.ts";
import { QrCode } from "./qr-code.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import styles from "./two-step.module.css";
import { useCopySecret } from "./use-copy-secret.ts";

interface EnrolmentProps {
  /** The recovery codes are on the screen. */
  onCodes?: () => void;
  /** The second step is on, and the recovery codes were shown. */
  onDone: () => void;
}

type Key = { secret: string; address: string };

/** Turning the second step on: the password, the key for the app with a code of it, and the recovery codes. */
export function TwoStepEnrolment({ onCodes, onDone }: EnrolmentProps) {
  const { t } = useTranslation("account");
  const { startTwoStep, confirmTwoStep } = useOwnAccountWrites();
  const [key, setKey] = useState<Key | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (!key)
    return (
      <InlineForm
        key="password"
        schema={StartTwoStepForm}
        initialValues={{ password: "" }}
        onSubmit={startTwoStep}
        onDone={setKey}
        submitLabel={t("next")}
        block
      >
        <p className={laid("quiet below12", styles.lead)}>{t("twoStep.why")}</p>
        <FormField name="password" label={t("password.present")} required>
          <Input.Password autoComplete="current-password" maxLength={128} />
        </FormField>
      </InlineForm>
    );
  return (
    <InlineForm
      key="code"
      schema={ConfirmTwoStepForm}
      initialValues={{ code: "" }}
      onSubmit={confirmTwoStep}
      onDone={(made) => {
        setCodes(made);
        onCodes?.();
      }}
      submitLabel={t("twoStep.turnOn")}
      block
    >
      <ShownKey secret={key.secret} address={key.address} />
      <FormField name="code" label={t("twoStep.code")} hint={t("twoStep.codeHint")} required>
        <Input inputMode="numeric" autoComplete="one-time-code" maxLength={7} />
      </FormField>
    </InlineForm>
  );
}

/** The key as a QR code for the phone, and as text for people who cannot scan it. */
function ShownKey({ secret, address }: Key) {
  const { t } = useTranslation("account");
  const copy = useCopySecret();
  return (
    <div className={laid("grid below16", styles.step)}>
      <p className={laid("quiet below12", styles.lead)}>{t("twoStep.scan")}</p>
      <QrCode text={address} label={t("twoStep.qr")} />
      <div className={laid("middleWrap gap4x8")}>
        <span className={laid("small", styles.keyLabel)}>{t("twoStep.typeIn")}</span>
        <code className={laid("sunken breaking text13 pad4x8")}>{secret.match(/.{1,4}/g)?.join(" ")}</code>
        <SmallIconButton icon={<CopyOutlined />} label={t("twoStep.copyKey")} onClick={() => void copy(secret)} />
      </div>
    </div>
  );
}
