import { type InvoiceChoiceKind, invoiceChoiceKinds } from "@homeroom/contract/invoice-choice";
import { Form, Input, Select } from "antd";
import { useTranslation } from "react-i18next";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow } from "#ui/drawer-form/form-row.tsx";

/** Where the e-invoice goes, under the form's `invoice`. */
export function InvoiceFields() {
  const { t } = useTranslation("invoices");
  const kind = Form.useWatch<InvoiceChoiceKind | undefined>(["invoice", "kind"], Form.useFormInstance()) ?? "member";
  return (
    <>
      <FormField name="invoice.kind" label={t("choice.label")} hint={t(`hint.${kind}`)}>
        <Select options={invoiceChoiceKinds.map((value) => ({ value, label: t(`kind.${value}`) }))} />
      </FormField>
      {(kind === "mobileBarcode" || kind === "certificate") && (
        <FormField name="invoice.carrier" label={t(`field.${kind}`)} required>
          <Input maxLength={16} placeholder={kind === "certificate" ? "AB12345678901234" : "/ABC1234"} />
        </FormField>
      )}
      {kind === "donation" && (
        <FormField name="invoice.loveCode" label={t("field.loveCode")} required>
          <Input maxLength={7} inputMode="numeric" placeholder="168001" />
        </FormField>
      )}
      {kind === "company" && (
        <FormRow>
          <FormField name="invoice.companyNumber" label={t("field.companyNumber")} required>
            <Input maxLength={8} inputMode="numeric" />
          </FormField>
          <FormField name="invoice.companyName" label={t("field.companyName")} required>
            <Input maxLength={60} />
          </FormField>
        </FormRow>
      )}
      {kind !== "donation" && (
        <FormField name="invoice.email" label={t("field.email")} hint={t("field.emailHint")}>
          <Input type="email" maxLength={80} />
        </FormField>
      )}
    </>
  );
}
