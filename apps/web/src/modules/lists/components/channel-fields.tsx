import { Form } from "antd";
import { ChoiceSelect } from "#ui/choice/choice-select.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow } from "#ui/drawer-form/form-row.tsx";
import { useLeadChannels } from "../api.ts";

interface ChannelFieldsProps {
  label: string;
  secondaryLabel: string;
  hint?: string;
}

/** The lead channel: a primary one and one of its secondary ones. */
export function ChannelFields({ label, secondaryLabel, hint }: ChannelFieldsProps) {
  const form = Form.useFormInstance();
  const channels = useLeadChannels().data;
  const chosen = Form.useWatch<string | null | undefined>("channelID", form);
  const channel = channels?.find(({ recordID }) => recordID === chosen);
  const named = ({ recordID, name }: { recordID: string; name: string }) => ({ value: recordID, label: name });
  return (
    <FormRow>
      <FormField name="channelID" label={label} hint={hint}>
        <ChoiceSelect
          options={channels?.map(named) ?? []}
          onChange={() => form.setFieldValue("secondaryChannelID", null)}
        />
      </FormField>
      <FormField name="secondaryChannelID" label={secondaryLabel}>
        <ChoiceSelect options={channel?.children.map(named) ?? []} disabled={!channel} />
      </FormField>
    </FormRow>
  );
}
