import { type AdAccount, type AdPlatformName, campaigns } from "@homeroom/contract/campaigns";
import { Radio } from "antd";
import { useTranslation } from "react-i18next";
import { useBranches } from "#platform/branches.ts";
import { ChoiceSelect } from "#ui/choice/choice-select.tsx";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { adAccountNow, useSaveAdAccount } from "../api/ad-accounts.ts";

interface Props {
  platform: AdPlatformName;
  account: AdAccount;
  onClose: () => void;
}

/** Whether the campaigns of an account are fetched, and which branch sees them. */
export function AdAccountEditor({ platform, account, onClose }: Props) {
  const { t } = useTranslation("advertising");
  const { done } = useFeedback();
  const save = useSaveAdAccount(platform);
  const { data: branches } = useBranches();
  const valuesOf = ({ recordID, branch, version }: AdAccount, status: number) => ({
    recordID,
    branchID: branch?.branchID ?? null,
    status,
    version,
  });
  return (
    <DrawerForm
      open
      title={t("accounts.formTitle", { name: account.name })}
      schema={campaigns.saveAccount.request}
      // A person who opens an account that is off probably wants to switch it on.
      initialValues={valuesOf(account, 1)}
      reload={async () => {
        const now = (await adAccountNow(platform, account.recordID)) ?? account;
        return valuesOf(now, now.status);
      }}
      onSubmit={save}
      onDone={() => {
        done(t("accounts.saved", { name: account.name }));
        onClose();
      }}
      onClose={onClose}
    >
      <FormField name="status" label={t("accounts.fetch")}>
        <Radio.Group
          optionType="button"
          options={[
            { value: 1, label: t("status.on") },
            { value: 0, label: t("status.off") },
          ]}
        />
      </FormField>
      <FormField name="branchID" label={t("fields.branch")} hint={t("accounts.branchHint")}>
        <ChoiceSelect options={branches ?? []} />
      </FormField>
    </DrawerForm>
  );
}
