import { GoogleForm, type GoogleSetting } from "@homeroom/contract/google-leads";
import { Button, Input, Typography } from "antd";
import { useTranslation } from "react-i18next";
import type { ControlledProps } from "#ui/choice/choice-select.tsx";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { googleSettingNow, useGoogleWrites } from "../api/google.ts";
import { ChannelFields } from "./channel-fields.tsx";
import { StatusField } from "./status-field.tsx";

const bytes = 24;

/** The form of a branch's Google lead forms: their key, and where their leads go. */
export function GoogleEditor({ setting, onClose }: { setting: GoogleSetting; onClose: () => void }) {
  const { t } = useTranslation("advertising");
  const { done } = useFeedback();
  const { save } = useGoogleWrites();
  const { branch } = setting;
  return (
    <DrawerForm
      open
      title={t("google.formTitle", { branch: branch.name })}
      schema={GoogleForm}
      initialValues={valuesOf(setting)}
      reload={async () => valuesOf((await googleSettingNow(branch.branchID)) ?? setting)}
      onSubmit={save}
      onDone={() => {
        done(t("google.saved", { branch: branch.name }));
        onClose();
      }}
      onClose={onClose}
    >
      <KeyField hasKey={setting.googleKey.hasValue} />
      <div className={laid("column breaking gap4 above16 below16")}>
        <p className={layout.strong}>{t("google.webhookURL")}</p>
        <Typography.Text code copyable>
          {setting.webhookURL}
        </Typography.Text>
        <p className={layout.quiet}>{t("google.webhookHint")}</p>
      </div>
      <ChannelFields />
      <StatusField />
    </DrawerForm>
  );
}

/** The key can be read as long as it is being typed; once saved, only its end is shown. */
function KeyField({ hasKey }: { hasKey: boolean }) {
  const { t } = useTranslation("advertising");
  return (
    <FormField
      name="googleKey"
      label={t("google.key")}
      required={!hasKey}
      hint={t(hasKey ? "google.keyKept" : "google.keyHint")}
    >
      <KeyControl />
    </FormField>
  );
}

/** A typed or generated key: either is a change of the form. */
function KeyControl({ id, value = "", onChange }: ControlledProps<string>) {
  const { t } = useTranslation("advertising");
  return (
    <>
      <Input
        {...(id && { id })}
        value={value}
        maxLength={50}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange?.(target.value)}
      />
      <div className={laid("middleWrap gap8x12 above8")}>
        <Button onClick={() => onChange?.(newGoogleKey())}>{t("google.newKey")}</Button>
        {value && <Typography.Text copyable={{ text: value }}>{t("google.copyKey")}</Typography.Text>}
      </div>
    </>
  );
}

function valuesOf({ branch, channelID, secondaryChannelID, googleKey, status, version }: GoogleSetting): object {
  const isNew = !googleKey.hasValue;
  return {
    branchID: branch.branchID,
    googleKey: isNew ? newGoogleKey() : "",
    channelID,
    secondaryChannelID,
    status: isNew ? 1 : status,
    version,
  };
}

/** A random key of characters that Google accepts. */
function newGoogleKey(): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...random))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
