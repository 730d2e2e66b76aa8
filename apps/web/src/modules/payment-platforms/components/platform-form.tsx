import {
  type PaymentPlatform,
  type PlatformFieldName,
  paymentPlatforms,
  platformFields,
} from "@homeroom/contract/payment-platforms";
import { Input, Typography } from "antd";
import { useTranslation } from "react-i18next";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import layout from "#ui/layout.module.css";
import { platformNow, usePlatformWrites } from "../api.ts";

/** The form of a platform. It is saved only if the platform accepts it. */
export function PlatformForm({ platform, onClose }: { platform: PaymentPlatform; onClose: () => void }) {
  const { t } = useTranslation("paymentPlatforms");
  const { done } = useFeedback();
  const { save } = usePlatformWrites();
  const { provider, notifyURL } = platform;
  const name = t(`${provider}.name`);
  return (
    <DrawerForm
      open
      title={t("formTitle", { name })}
      schema={paymentPlatforms.save.request}
      initialValues={valuesOf(platform)}
      reload={async () => valuesOf((await platformNow(provider)) ?? platform)}
      onSubmit={save}
      onDone={() => {
        done(t("saved", { name }));
        onClose();
      }}
      onClose={onClose}
      submitLabel={notifyURL ? t("saveTested") : t("save")}
    >
      {platformFields[provider].map((field) => (
        <PlatformInput key={field.name} platform={platform} {...field} />
      ))}
      {notifyURL && (
        <div className={layout.breaking}>
          <p className={layout.hint}>{t("notifyURL")}</p>
          <Typography.Text code copyable>
            {notifyURL}
          </Typography.Text>
          <p className={layout.quiet}>{t(`${provider}.notify` as "paypal.notify")}</p>
        </div>
      )}
    </DrawerForm>
  );
}

interface PlatformInputProps {
  platform: PaymentPlatform;
  name: PlatformFieldName;
  secret?: true;
  optional?: true;
  long?: true;
}

function PlatformInput({ platform, name, secret, optional, long }: PlatformInputProps) {
  const { t } = useTranslation("paymentPlatforms");
  const { provider, secrets } = platform;
  const isKept = secrets[name]?.hasValue ?? false;
  const label = t(`fields.${provider}.${name}` as "fields.paypal.email");
  const hint =
    secret && isKept ? t("secretKept") : t(`hints.${provider}.${name}` as "hints.fps.fpsID", { defaultValue: "" });
  return (
    <FormField name={name} label={label} required={!optional && !isKept} hint={hint || undefined}>
      {secret ? (
        <Input.Password maxLength={255} autoComplete="new-password" visibilityToggle={false} />
      ) : long ? (
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
      ) : (
        <Input maxLength={255} autoComplete="off" />
      )}
    </FormField>
  );
}

/** A platform as form values, without its secrets. */
function valuesOf({ provider, payType, recordID, version, fields }: PaymentPlatform): object {
  const own = Object.fromEntries(platformFields[provider].map(({ name }) => [name, fields[name] ?? ""]));
  const shop = provider === "shopline" || provider === "ecpay" ? { provider } : {};
  return { ...own, ...shop, payType, version, ...(recordID && { recordID }) };
}
