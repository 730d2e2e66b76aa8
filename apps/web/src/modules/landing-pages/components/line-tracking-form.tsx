import { LineTrackingForm, type LineTrackingSetting } from "@homeroom/contract/line-tracking";
import { Alert, Input, Radio } from "antd";
import { useTranslation } from "react-i18next";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { fetchLineTracking, useLineTracking, useSaveLineTracking } from "../api/settings.ts";

/** The LINE tag that pages report to, and the results of the conversions of thirty days. */
export function LineTracking({ onClose }: { onClose: () => void }) {
  const { data } = useLineTracking();
  return data ? <TrackingForm setting={data} onClose={onClose} /> : null;
}

function TrackingForm({ setting, onClose }: { setting: LineTrackingSetting; onClose: () => void }) {
  const { t } = useTranslation("landingPages");
  const { done } = useFeedback();
  const save = useSaveLineTracking();
  const { hasValue, last4 } = setting.accessToken;
  return (
    <DrawerForm
      open
      title={t("lineTracking.title")}
      schema={LineTrackingForm}
      initialValues={valuesOf(setting)}
      reload={async () => valuesOf(await fetchLineTracking())}
      onSubmit={save}
      onDone={() => {
        done(t("lineTracking.saved"));
        onClose();
      }}
      onClose={onClose}
    >
      <p className={laid("quiet below16")}>{t("lineTracking.detail")}</p>
      {setting.problem && <Alert type="warning" showIcon title={t(`lineTracking.problem.${setting.problem}`)} />}
      {hasValue && (
        <p className={layout.quiet}>
          {t("lineTracking.counts", {
            sent: setting.sentCount,
            waiting: setting.waitingCount,
            failed: setting.failedCount,
          })}
        </p>
      )}
      <FormField name="tagID" label={t("lineTracking.tagID")} required hint={t("lineTracking.tagHint")}>
        <Input maxLength={64} autoComplete="off" />
      </FormField>
      <FormField
        name="accessToken"
        label={t("lineTracking.accessToken")}
        required={!hasValue}
        hint={hasValue ? t("lineTracking.tokenKept", { last4 }) : t("lineTracking.tokenHint")}
      >
        <Input.Password maxLength={1000} autoComplete="new-password" />
      </FormField>
      <FormField name="status" label={t("lineTracking.status")}>
        <Radio.Group
          optionType="button"
          options={[
            { value: 1, label: t("lineTracking.on") },
            { value: 0, label: t("lineTracking.off") },
          ]}
        />
      </FormField>
    </DrawerForm>
  );
}

function valuesOf({ tagID, status, version, accessToken }: LineTrackingSetting): object {
  return { tagID, accessToken: "", status: accessToken.hasValue ? status : 1, version };
}
