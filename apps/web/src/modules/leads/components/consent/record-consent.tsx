import { consentChannels, consents, maxWordingLength } from "@homeroom/contract/consents";
import { RecordId } from "@homeroom/contract/ids";
import type { LeadCard } from "@homeroom/contract/leads";
import { Input, Radio } from "antd";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useRecordConsent } from "../../api/consents.ts";

/** Records a customer's decision. */
export function RecordConsent({ card, onClose }: { card: LeadCard; onClose: () => void }) {
  const { t } = useTranslation("leads");
  const { done } = useFeedback();
  const record = useRecordConsent();
  const { leadId } = card;
  const [recordID] = useState(() => RecordId.parse(v7()));
  const initialValues = useMemo(
    () => ({ leadId, recordID, channel: "email", decision: "withdrawn", wording: "" }),
    [leadId, recordID],
  );
  return (
    <DrawerForm
      open
      title={t("consent.record")}
      schema={consents.record.request}
      initialValues={initialValues}
      onSubmit={record}
      onDone={() => {
        done(t("consent.recorded"));
        onClose();
      }}
      onClose={onClose}
    >
      <FormField name="channel" label={t("consent.channel")} required>
        <Radio.Group
          optionType="button"
          options={consentChannels.map((value) => ({ value, label: t(`consent.channels.${value}`) }))}
        />
      </FormField>
      <FormField name="decision" label={t("consent.decision")} required>
        <Radio.Group
          options={(["withdrawn", "given"] as const).map((value) => ({ value, label: t(`consent.states.${value}`) }))}
        />
      </FormField>
      <FormField name="wording" label={t("consent.wording")} hint={t("consent.wordingHint")} required>
        <Input.TextArea rows={3} maxLength={maxWordingLength} />
      </FormField>
    </DrawerForm>
  );
}
