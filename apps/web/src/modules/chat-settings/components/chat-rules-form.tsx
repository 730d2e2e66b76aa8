import { type ChatSetting, chatSettings, waitingMailTargets } from "@homeroom/contract/chat-settings";
import { Form, InputNumber, Select } from "antd";
import { useTranslation } from "react-i18next";
import { HoursEditor, useHoursText } from "#modules/lead-rules/public.ts";
import { FactList } from "#ui/detail-page/detail-page.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow, FormSection } from "#ui/drawer-form/form-row.tsx";
import { InlineForm } from "#ui/drawer-form/inline-form.tsx";
import { useOwnVersion } from "#ui/drawer-form/use-own-version.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { chatSettingsNow, useChatSettingWrites } from "../api.ts";
import { AddressList } from "./address-list.tsx";

interface ChatRulesFormProps {
  setting: ChatSetting;
  mayEdit: boolean;
  /** The address of the branch that is shown; undefined for the organisation. */
  branchEmail?: string;
  onSaved?: () => void;
}

/** The rules as a form; read-only without the permission. */
export function ChatRulesForm({ setting, mayEdit, branchEmail, onSaved }: ChatRulesFormProps) {
  const { t } = useTranslation("chatManage");
  const { save } = useChatSettingWrites();
  const { done } = useFeedback();
  const { standsOn, markSaved, markChanged } = useOwnVersion(setting.version);
  if (!mayEdit)
    return (
      <>
        <RulesRead setting={setting} />
        <Fixed setting={setting} />
      </>
    );
  return (
    <>
      <InlineForm
        key={standsOn}
        guarded
        schema={chatSettings.saveSetting.request}
        initialValues={setting}
        reload={async () => (await settingNow(setting.branchID)) ?? setting}
        onSubmit={save}
        onChange={markChanged}
        onDone={() => {
          done(t("saved"));
          markSaved();
          onSaved?.();
        }}
        submitLabel={t("save")}
      >
        <FormSection title={t("sections.hold")}>
          <FormRow>
            <FormField name="holdIdleMinutes" label={t("holdIdleMinutes")} hint={t("holdIdleHint")} required>
              <InputNumber min={1} max={240} precision={0} suffix={t("minutes")} className={layout.wide ?? ""} />
            </FormField>
            <FormField name="repeatLeadDays" label={t("repeatLeadDays")} hint={t("repeatHint")} required>
              <InputNumber min={1} max={365} precision={0} suffix={t("days")} className={layout.wide ?? ""} />
            </FormField>
          </FormRow>
        </FormSection>
        <FormSection title={t("sections.hours")}>
          <FormField name="officeHours" label={t("officeHours")} hint={t("officeHoursHint")}>
            <HoursEditor empty={t("atAnyHour")} />
          </FormField>
        </FormSection>
        <FormSection title={t("sections.mail")}>
          <MailFields branchEmail={branchEmail} minutes={setting.notifyAfterMinutes} />
        </FormSection>
      </InlineForm>
      <Fixed setting={setting} />
    </>
  );
}

async function settingNow(branchID: ChatSetting["branchID"]): Promise<ChatSetting | undefined> {
  const { organization, branches } = await chatSettingsNow();
  return branchID === null ? organization : branches.find((one) => one.branchID === branchID)?.setting;
}

interface MailFieldsProps {
  branchEmail: string | undefined;
  /** As currently saved. */
  minutes: number;
}

function MailFields({ branchEmail, minutes }: MailFieldsProps) {
  const { t } = useTranslation("chatManage");
  const form = Form.useFormInstance<ChatSetting>();
  /** A field that is no longer shown must not keep the form from being saved. */
  const handleTarget = (next: ChatSetting["notify"]) => {
    const { notifyAfterMinutes, notifyEmails } = form.getFieldsValue(true) as Partial<ChatSetting>;
    if (next === "off") form.setFieldValue("notifyAfterMinutes", notifyAfterMinutes ?? minutes);
    const complete = notifyEmails?.filter(({ name, email }) => name.trim() !== "" && email.includes("@")) ?? [];
    if (next !== "custom") form.setFieldValue("notifyEmails", complete);
  };
  const target = Form.useWatch<string | undefined>("notify");
  const isMailed = target !== undefined && target !== "off";
  const hasNoAddress = branchEmail === "" && (target === "branch" || target === "sales");
  return (
    <>
      <FormRow>
        <FormField name="notify" label={t("notify")} hint={hasNoAddress ? t("noBranchEmail") : t("notifyHint")}>
          <Select
            options={waitingMailTargets.map((value) => ({ value, label: t(`targets.${value}`) }))}
            onChange={handleTarget}
          />
        </FormField>
        {isMailed && (
          <FormField name="notifyAfterMinutes" label={t("notifyAfterMinutes")} required>
            <InputNumber min={1} max={1440} precision={0} suffix={t("minutes")} className={layout.wide ?? ""} />
          </FormField>
        )}
      </FormRow>
      {target === "custom" && (
        <FormField name="notifyEmails" label={t("notifyEmails")} required>
          <AddressList />
        </FormField>
      )}
    </>
  );
}

function RulesRead({ setting }: { setting: ChatSetting }) {
  const { t } = useTranslation("chatManage");
  const hoursText = useHoursText();
  const { holdIdleMinutes, repeatLeadDays, notify, notifyAfterMinutes, notifyEmails, officeHours } = setting;
  const mailed = [
    { label: t("notifyAfterMinutes"), value: t("inMinutes", { count: notifyAfterMinutes }) },
    ...(notify === "custom"
      ? [{ label: t("notifyEmails"), value: notifyEmails.map(({ name, email }) => `${name} ${email}`).join(", ") }]
      : []),
  ];
  return (
    <FactList
      facts={[
        { label: t("holdIdleMinutes"), value: t("inMinutes", { count: holdIdleMinutes }) },
        { label: t("repeatLeadDays"), value: t("inDays", { count: repeatLeadDays }) },
        { label: t("officeHours"), value: hoursText(officeHours) || t("atAnyHour") },
        { label: t("notify"), value: t(`targets.${notify}`) },
        ...(notify === "off" ? [] : mailed),
      ]}
    />
  );
}

/** The provider's rules, for information. */
function Fixed({ setting }: { setting: ChatSetting }) {
  const { t } = useTranslation("chatManage");
  return (
    <div className={laid("quiet padTop16 lineAbove")}>
      <h2 className={laid("strong text14 textColour below4")}>{t("sections.window")}</h2>
      <p>{t("window", { hours: setting.replyWindowHours })}</p>
      <p>{t("freeReply", { seconds: setting.freeReplySeconds })}</p>
    </div>
  );
}
