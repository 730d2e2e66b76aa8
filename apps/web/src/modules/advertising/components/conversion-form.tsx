import { ConversionForm, type ConversionSetting } from "@homeroom/contract/conversions";
import { Input } from "antd";
import { useTranslation } from "react-i18next";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { fetchSetting, useConversionWrites } from "../api/conversions.ts";
import { StatusField } from "./status-field.tsx";

/** The form of the dataset that stages are sent to. */
export function ConversionEditor({ setting, onClose }: { setting: ConversionSetting; onClose: () => void }) {
  const { t } = useTranslation("advertising");
  const { done } = useFeedback();
  const { save } = useConversionWrites();
  const { hasValue } = setting.accessToken;
  return (
    <DrawerForm
      open
      title={t("conversions.title")}
      schema={ConversionForm}
      initialValues={valuesOf(setting)}
      reload={async () => valuesOf(await fetchSetting())}
      onSubmit={save}
      onDone={() => {
        done(t("conversions.saved"));
        onClose();
      }}
      onClose={onClose}
    >
      <FormField name="datasetID" label={t("conversions.datasetID")} required hint={t("conversions.datasetHint")}>
        <Input maxLength={32} inputMode="numeric" autoComplete="off" />
      </FormField>
      <FormField
        name="accessToken"
        label={t("conversions.accessToken")}
        required={!hasValue}
        hint={t(hasValue ? "conversions.tokenKept" : "conversions.tokenHint")}
      >
        <Input.Password maxLength={1000} autoComplete="new-password" />
      </FormField>
      <StatusField label={t("conversions.send")} />
    </DrawerForm>
  );
}

function valuesOf({ datasetID, status, version, accessToken }: ConversionSetting): object {
  return { datasetID, accessToken: "", status: accessToken.hasValue ? status : 1, version };
}
