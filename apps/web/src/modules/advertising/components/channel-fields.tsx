import { Form } from "antd";
import { useTranslation } from "react-i18next";
import { useLeadChannels } from "#modules/lists/public.ts";
import { ChoiceSelect } from "#ui/choice/choice-select.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow } from "#ui/drawer-form/form-row.tsx";

/** The lead channels that leads come through: a primary one and one below it. */
export function ChannelFields() {
  const { t } = useTranslation("advertising");
  const form = Form.useFormInstance();
  const channels = useLeadChannels().data;
  const chosen = Form.useWatch<string | null | undefined>("channelID", form);
  const channel = channels?.find(({ recordID }) => recordID === chosen);
  const named = ({ recordID, name }: { recordID: string; name: string }) => ({ value: recordID, label: name });
  return (
    <FormRow>
      <FormField name="channelID" label={t("fields.channel")} hint={t("hints.channel")}>
        <ChoiceSelect options={channels?.map(named) ?? []} />
      </FormField>
      <FormField name="secondaryChannelID" label={t("fields.secondaryChannel")}>
        <ChoiceSelect options={channel?.children.map(named) ?? []} disabled={!channel} />
      </FormField>
    </FormRow>
  );
}
