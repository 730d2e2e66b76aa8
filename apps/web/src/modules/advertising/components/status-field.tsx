import { Radio } from "antd";
import { useTranslation } from "react-i18next";
import { FormField } from "#ui/drawer-form/form-field.tsx";

/** Whether leads are taken. */
export function StatusField() {
  const { t } = useTranslation("advertising");
  return (
    <FormField name="status" label={t("fields.status")}>
      <Radio.Group
        optionType="button"
        options={[
          { value: 1, label: t("status.on") },
          { value: 0, label: t("status.off") },
        ]}
      />
    </FormField>
  );
}
