import { Radio } from "antd";
import { useTranslation } from "react-i18next";
import { FormField } from "#ui/drawer-form/form-field.tsx";

/** Whether something is on; without a label, whether leads are taken. */
export function StatusField({ label }: { label?: string }) {
  const { t } = useTranslation("advertising");
  return (
    <FormField name="status" label={label ?? t("fields.status")}>
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
