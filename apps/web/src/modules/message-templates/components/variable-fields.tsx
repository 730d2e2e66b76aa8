import { type TemplateVariable, variableSources } from "@homeroom/contract/message-templates";
import { variablesIn } from "@homeroom/contract/template-advice";
import { Form, Input, Select } from "antd";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import styles from "./template-editor.module.css";

/** A sample, and a fact to begin with, for every variable of the body. */
export function VariableFields() {
  const { t } = useTranslation("messageTemplates");
  const form = Form.useFormInstance();
  const body = Form.useWatch<string | undefined>("body", form) ?? "";
  const numbers = variablesIn(body);
  const most = Math.min(numbers.at(-1) ?? 0, 20);
  useEffect(() => {
    const known = (form.getFieldValue("variables") ?? []) as (TemplateVariable | undefined)[];
    if (known.length >= most && known.every(Boolean)) return;
    const whole = Array.from({ length: Math.max(most, known.length) }, (_none, index) => ({
      sample: known[index]?.sample ?? "",
      source: known[index]?.source ?? "none",
    }));
    form.setFieldValue("variables", whole);
  }, [form, most]);
  const sources = variableSources.map((value) => ({ value, label: t(`source.${value}`) }));
  return numbers
    .filter((number) => number >= 1 && number <= most)
    .map((number) => (
      <div key={number} className={styles.variable}>
        <code className={styles.place}>{`{{${number}}}`}</code>
        <FormField name={`variables.${number - 1}.sample`} label={t("fields.sample")} required>
          <Input maxLength={200} />
        </FormField>
        <FormField name={`variables.${number - 1}.source`} label={t("fields.source")}>
          <Select options={sources} />
        </FormField>
      </div>
    ));
}
