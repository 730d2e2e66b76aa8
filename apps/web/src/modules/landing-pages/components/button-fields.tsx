import { type ButtonAccount, buttonActions } from "@homeroom/contract/landing-pages";
import { Button, Form, Input, Radio } from "antd";
import { useTranslation } from "react-i18next";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormSection } from "#ui/drawer-form/form-row.tsx";
import { laid } from "#ui/laid.ts";
import { PhoneField } from "#ui/phone-field/phone-field.tsx";
import { useButtonAccounts } from "../api/pages.ts";
import { type ButtonTarget, isTarget, targetOf } from "../rules/page-form.ts";

/** What the buttons of a page open. */
export function ButtonFields() {
  const { t } = useTranslation("landingPages");
  const form = Form.useFormInstance();
  const action = Form.useWatch<string | undefined>("buttonAction", form);
  const accounts = useAccountsOfBranch();
  const options = buttonActions.map((value) => ({ value, label: t(`buttonActions.${value}`) }));
  const choose = (chosen: string) => {
    const account = accounts.find(({ buttonAction }) => buttonAction === chosen);
    const field = chosen === "line" ? "lineID" : "phone";
    if (account && !form.getFieldValue(field)) form.setFieldsValue(targetOf(account));
  };
  return (
    <FormSection title={t("parts.button")}>
      <FormField name="buttonAction" label={t("fields.buttonAction")}>
        <Radio.Group options={options} optionType="button" onChange={({ target }) => choose(String(target.value))} />
      </FormField>
      {action === "whatsapp" && <PhoneField label={t("fields.phone")} required />}
      {action === "line" && (
        <FormField name="lineID" label={t("fields.lineID")} required hint={t("hints.lineID")}>
          <Input maxLength={41} autoComplete="off" />
        </FormField>
      )}
      {(action === "whatsapp" || action === "line") && (
        <>
          <KnownAccounts action={action} accounts={accounts.filter(({ buttonAction }) => buttonAction === action)} />
          <FormField name="presetText" label={t("fields.presetText")} hint={t("hints.presetText")}>
            <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 5 }} />
          </FormField>
        </>
      )}
      {action === "url" && (
        <FormField name="buttonURL" label={t("fields.buttonURL")} required>
          <Input maxLength={2000} inputMode="url" autoComplete="off" />
        </FormField>
      )}
    </FormSection>
  );
}

/** The connected accounts of the page's branch. */
function useAccountsOfBranch(): ButtonAccount[] {
  const form = Form.useFormInstance();
  const branchID = Form.useWatch<string | undefined>("branchID", { form, preserve: true });
  return useButtonAccounts().filter((account) => account.branchID === branchID);
}

/** Offers the connected accounts if none of them is entered, and says that messages to another account do not arrive here. */
function KnownAccounts({ action, accounts }: { action: string; accounts: readonly ButtonAccount[] }) {
  const { t } = useTranslation("landingPages");
  const form = Form.useFormInstance<ButtonTarget>();
  const areaCode = Form.useWatch("areaCode", form) ?? "";
  const phone = Form.useWatch("phone", form) ?? "";
  const lineID = Form.useWatch("lineID", form) ?? "";
  const isEmpty = (action === "line" ? lineID : phone) === "";
  if (accounts.length === 0 || accounts.some((account) => isTarget(account, { areaCode, phone, lineID }))) return null;
  return (
    <div className={laid("below16 flexBox wrap gap8 alignCentre")}>
      <span className={laid("quiet")}>{t(isEmpty ? "hints.connectedAccounts" : "hints.otherAccount")}</span>
      {accounts.map((account) => (
        <Button
          key={`${account.areaCode}${account.phone}${account.lineID}`}
          size="small"
          onClick={() => form.setFieldsValue(targetOf(account))}
        >
          {account.lineID || `${account.areaCode} ${account.phone}`}
        </Button>
      ))}
    </div>
  );
}
