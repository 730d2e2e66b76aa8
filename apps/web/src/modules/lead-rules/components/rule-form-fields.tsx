import { assignmentRules, type LeadRuleForm, type LeadRuleRow, repeatRules } from "@homeroom/contract/lead-rules";
import { Form, Radio, Select } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useBranches } from "#platform/branches.ts";
import { useChannels } from "#platform/choices.ts";
import { ChoiceSelect, type ControlledProps } from "#ui/choice/choice-select.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow } from "#ui/drawer-form/form-row.tsx";
import { laid } from "#ui/laid.ts";
import { useSalesPeople } from "../api.ts";
import { DryRun } from "./dry-run.tsx";
import { Explanation } from "./explanation.tsx";
import { HoursEditor } from "./hours-editor.tsx";
import { PeopleEditor } from "./people-editor.tsx";
import { CountriesSelect, TextsSelect } from "./region-fields.tsx";

/** The fields of a rule, from its conditions to its effect. */
export function RuleFormFields({ rule }: { rule: LeadRuleRow | undefined }) {
  const { t } = useTranslation("leadRules");
  const form = Form.useFormInstance<LeadRuleForm>();
  const watched: Partial<LeadRuleForm> | undefined = Form.useWatch((values) => values, { form, preserve: true });
  // Before the first render the form is empty.
  const held = watched?.sales ? (watched as LeadRuleForm) : undefined;
  const branches = useBranches().data;
  const people = useSalesPeople(held?.branchID).data;
  const goneNames = useMemo(
    () => new Map<string, string>(rule?.sales.map(({ accountID, nickname }) => [accountID, nickname])),
    [rule],
  );
  const channels = useChannels();
  const channel = channels?.find(({ recordID }) => recordID === held?.channel);
  const way = held?.assignmentRule ?? "roundRobin";
  return (
    <>
      {!rule && (branches?.length ?? 0) > 1 && (
        <FormField name="branchID" label={t("fields.branch")}>
          <Select options={branches ?? []} onChange={() => form.setFieldValue("sales", [])} />
        </FormField>
      )}
      <FormField name="allChannels" label={t("fields.which")}>
        <YesNo yes={t("allChannels")} no={t("oneChannel")} />
      </FormField>
      {!held?.allChannels && (
        <FormRow>
          <FormField name="channel" label={t("fields.channel")} required>
            <ChoiceSelect options={channels?.map(named) ?? []} />
          </FormField>
          <FormField name="secondaryChannel" label={t("fields.secondaryChannel")} hint={t("hints.secondaryChannel")}>
            <ChoiceSelect options={channel?.children?.map(named) ?? []} disabled={!channel} />
          </FormField>
        </FormRow>
      )}
      <FormRow>
        <FormField name="countries" label={t("region.countries")}>
          <CountriesSelect />
        </FormField>
        <FormField name="districts" label={t("region.districts")} hint={t("hints.districts")}>
          <TextsSelect placeholder={t("region.anyDistrict")} label={t("region.districts")} />
        </FormField>
      </FormRow>
      <FormField name="assignmentRule" label={t("fields.assignmentRule")} hint={t(`wayHints.${way}`)}>
        <Radio.Group
          className={laid("flexBox wrap gap4x16")}
          options={assignmentRules.map((value) => ({ value, label: t(`ways.${value}`) }))}
        />
      </FormField>
      <FormField name="sales" label={t("fields.sales")} required={way !== "manual"}>
        <PeopleEditor way={way} people={people} goneNames={goneNames} />
      </FormField>
      {way !== "manual" && (
        <FormField name="hours" label={t("fields.hours")} hint={t("hints.hours")}>
          <HoursEditor empty={t("hours.always")} />
        </FormField>
      )}
      <FormField name="repeatRule" label={t("fields.repeatRule")} hint={t("hints.repeatRule")}>
        <Radio.Group options={repeatRules.map((value) => ({ value, label: t(`repeats.${value}`) }))} />
      </FormField>
      <FormField name="notificationEmail" label={t("fields.notificationEmail")} hint={t("hints.notificationEmail")}>
        <TextsSelect placeholder={t("mailPlaceholder")} label={t("fields.notificationEmail")} />
      </FormField>
      {held && (
        <section className={laid("column gap12 pad16 round12 sunkenGround")}>
          <h3 className={laid("strong text14")}>{t("outcome")}</h3>
          <Explanation
            rule={{
              ...held,
              channelName: [channel, channel?.children?.find((one) => one.recordID === held.secondaryChannel)]
                .flatMap((one) => one?.name ?? [])
                .join(" › "),
              names: held.sales.map(
                ({ accountID }) =>
                  people?.find((one) => one.accountID === accountID)?.nickname ?? goneNames.get(accountID) ?? "",
              ),
            }}
          />
          <DryRun form={held} />
        </section>
      )}
    </>
  );
}

function named({ recordID, name }: { recordID: string; name: string }) {
  return { value: recordID, label: name };
}

function YesNo({ value, onChange, yes, no }: ControlledProps<boolean> & { yes: string; no: string }) {
  return (
    <Radio.Group
      value={value ?? false}
      options={[
        { value: false, label: no },
        { value: true, label: yes },
      ]}
      onChange={({ target }) => onChange?.(target.value as boolean)}
    />
  );
}
