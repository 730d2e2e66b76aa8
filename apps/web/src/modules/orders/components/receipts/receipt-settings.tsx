import { type ReceiptSetting, receiptFormKinds, receiptSettings, taxTypes } from "@homeroom/contract/receipt-settings";
import { Button, Form, Input, Radio } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { DetailSection, FactList } from "#ui/detail-page/detail-page.tsx";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import layout from "#ui/layout.module.css";
import { ErrorState } from "#ui/states/error-state.tsx";
import { receiptSettingNow, useReceiptSetting, useSaveReceiptSetting } from "../../api/receipts.ts";

/** The organisation's kind of receipt, and the details of a formal one. */
export function ReceiptSettings() {
  const { t } = useTranslation("orders");
  const can = useCan();
  const { data, error, refetch } = useReceiptSetting();
  const [edited, setEdited] = useState<ReceiptSetting | null>(null);
  return (
    <section className={layout.stack} aria-label={t("receiptKind.title")}>
      <p className={layout.quiet}>{t("receiptKind.intro")}</p>
      {!data && error && <ErrorState message={error} onRetry={() => void refetch()} />}
      {data && (
        <DetailSection
          title={t("receiptKind.title")}
          actions={can("org:pay:edit") && <Button onClick={() => setEdited(data)}>{t("receiptKind.change")}</Button>}
        >
          <Facts setting={data} />
        </DetailSection>
      )}
      {edited && <SettingForm setting={edited} onClose={() => setEdited(null)} />}
    </section>
  );
}

const schoolFields = ["schoolName", "schoolNumber", "venue", "supervisor"] as const;

function Facts({ setting }: { setting: ReceiptSetting }) {
  const { t } = useTranslation("orders");
  const own = setting.kind === "hkSchool" ? schoolFields.filter((name) => setting[name] !== "") : [];
  const account = [
    { label: t("receiptKind.merchantID"), value: setting.merchantID },
    { label: t("receiptKind.taxType"), value: t(`receiptKind.${setting.taxType}`) },
  ];
  const facts = [
    ...own.map((name) => ({ label: t(`receiptKind.${name}`), value: setting[name] })),
    ...(setting.kind === "twInvoice" ? account : []),
  ];
  return <FactList facts={[{ label: t("receiptKind.kind"), value: t(`receiptKind.${setting.kind}`) }, ...facts]} />;
}

function SettingForm({ setting, onClose }: { setting: ReceiptSetting; onClose: () => void }) {
  const { t } = useTranslation("orders");
  const { done } = useFeedback();
  const save = useSaveReceiptSetting();
  return (
    <DrawerForm
      open
      title={t("receiptKind.title")}
      schema={receiptSettings.save.request}
      initialValues={{ ...setting, hashKey: "", hashIV: "" }}
      reload={receiptSettingNow}
      onSubmit={save}
      onDone={() => {
        done(t("receiptKind.done"));
        onClose();
      }}
      onClose={onClose}
      width={480}
    >
      <FormField name="kind" label={t("receiptKind.kind")} required>
        <Radio.Group options={receiptFormKinds.map((value) => ({ value, label: t(`receiptKind.${value}`) }))} />
      </FormField>
      <SchoolFields />
      <InvoiceAccountFields hasKeys={setting.hasKeys} />
    </DrawerForm>
  );
}

/** The account for ECPay's invoices. Empty keys keep the saved ones. */
function InvoiceAccountFields({ hasKeys }: { hasKeys: boolean }) {
  const { t } = useTranslation("orders");
  const isHidden = Form.useWatch<string | undefined>("kind", Form.useFormInstance()) !== "twInvoice";
  const keyHint = hasKeys ? { hint: t("receiptKind.keyKept") } : {};
  return (
    <>
      <FormField name="merchantID" label={t("receiptKind.merchantID")} required hidden={isHidden}>
        <Input maxLength={10} inputMode="numeric" />
      </FormField>
      {(["hashKey", "hashIV"] as const).map((name) => (
        <FormField
          key={name}
          name={name}
          label={t(`receiptKind.${name}`)}
          required={!hasKeys}
          hidden={isHidden}
          {...keyHint}
        >
          <Input.Password maxLength={16} autoComplete="off" />
        </FormField>
      ))}
      <FormField name="taxType" label={t("receiptKind.taxType")} hidden={isHidden} hint={t("receiptKind.taxHint")}>
        <Radio.Group options={taxTypes.map((value) => ({ value, label: t(`receiptKind.${value}`) }))} />
      </FormField>
    </>
  );
}

function SchoolFields() {
  const { t } = useTranslation("orders");
  const isHidden = Form.useWatch<string | undefined>("kind", Form.useFormInstance()) !== "hkSchool";
  return schoolFields.map((name) => (
    <FormField
      key={name}
      name={name}
      label={t(`receiptKind.${name}`)}
      required={name !== "schoolNumber"}
      hidden={isHidden}
    >
      {name === "venue" ? (
        <Input.TextArea rows={2} maxLength={300} />
      ) : (
        <Input maxLength={name === "schoolName" ? 200 : 50} />
      )}
    </FormField>
  ));
}
