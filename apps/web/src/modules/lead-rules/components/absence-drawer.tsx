import type { AccountId } from "@homeroom/contract/ids";
import { AbsenceForm, type LeadAbsence } from "@homeroom/contract/lead-rules";
import { Input, Select } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "#platform/access.ts";
import { DateField } from "#ui/date-field/date-field.tsx";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow } from "#ui/drawer-form/form-row.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useRuleWrites } from "../api.ts";

interface AbsenceDrawerProps {
  absence: Partial<LeadAbsence>;
  /** The people to choose from; null: only the reader. */
  people: readonly { accountID: AccountId; nickname: string }[] | null;
  today: string;
  onClose: () => void;
}

/** With people to choose from, a choice is required, since the reader may not be one of them. */
const SomebodysAbsence = AbsenceForm.refine(({ accountID }) => accountID !== undefined, { path: ["accountID"] });

/** The form of an absence. */
export function AbsenceDrawer({ absence, people, today, onClose }: AbsenceDrawerProps) {
  const { t } = useTranslation("leadRules");
  const { accountID: own } = useUser();
  const { done } = useFeedback();
  const { saveAbsence } = useRuleWrites();
  const isOneOfThem = !people || people.some(({ accountID }) => accountID === own);
  const initialValues = useMemo(() => {
    const {
      recordID,
      version,
      accountID = isOneOfThem ? own : undefined,
      from = today,
      until = from,
      note = "",
    } = absence;
    return { ...(recordID && { recordID, version }), accountID, from, until, note };
  }, [absence, isOneOfThem, own, today]);
  return (
    <DrawerForm
      open
      title={absence.recordID ? t("absence.edit") : t("absence.add")}
      schema={people ? SomebodysAbsence : AbsenceForm}
      initialValues={initialValues}
      onSubmit={saveAbsence}
      onDone={() => {
        done(t("absence.saved"));
        onClose();
      }}
      onClose={onClose}
      width={480}
    >
      {people && (
        <FormField name="accountID" label={t("absence.person")} required>
          <Select
            showSearch={{ optionFilterProp: "label" }}
            options={people.map(({ accountID, nickname }) => ({ value: accountID, label: nickname }))}
          />
        </FormField>
      )}
      <FormRow>
        <FormField name="from" label={t("absence.from")} required>
          <DateField />
        </FormField>
        <FormField name="until" label={t("absence.until")} required hint={t("absence.untilHint")}>
          <DateField />
        </FormField>
      </FormRow>
      <FormField name="note" label={t("absence.note")}>
        <Input maxLength={200} />
      </FormField>
    </DrawerForm>
  );
}
