import type { BranchId } from "@homeroom/contract/ids";
import { type LeadQuery, StrictLeadQuery } from "@homeroom/contract/lead-query";
import { TargetForm, type TargetRow } from "@homeroom/contract/targets";
import { Form, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useBranches } from "#platform/branches.ts";
import { ChoiceSelect } from "#ui/choice/choice-select.tsx";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useTargetWrites } from "../api.ts";
import { RuleBuilder } from "./rule-builder.tsx";
import { RulePreview } from "./rule-preview.tsx";
import { useNumberOfLeads } from "./use-number-of-leads.ts";

interface TargetEditorProps {
  /** Undefined for a new list. */
  target?: TargetRow | undefined;
  /** The initial rule of a new list. */
  rule?: LeadQuery;
  /** The names of ids in that rule. */
  names?: Readonly<Record<string, string>>;
  /** Fetches the list as currently saved. */
  reload: () => Promise<TargetRow | undefined>;
  onClose: () => void;
}

/** A rule without conditions is for everyone, which the call has to say explicitly. */
const WrittenTarget = TargetForm.extend({ queryRule: StrictLeadQuery });

/** The form of a recipient list: its name, its rule, and a live preview of the matching leads. */
export function TargetEditor({ target, rule = {}, names = {}, reload, onClose }: TargetEditorProps) {
  const { t } = useTranslation("targets");
  const number = useNumberOfLeads();
  const { done } = useFeedback();
  const { save } = useTargetWrites();
  const [initialValues] = useState(() => (target ? valuesOf(target) : { name: "", queryRule: rule, branchID: null }));
  return (
    <DrawerForm
      open
      title={target ? t("editTitle", { name: target.name }) : t("add")}
      schema={WrittenTarget}
      initialValues={initialValues}
      {...(target && {
        reload: async () => {
          const now = await reload();
          return valuesOf(now ?? target);
        },
      })}
      onSubmit={save}
      onDone={({ name, ...counted }) => {
        done(t("saved", { name, number: number(counted), count: counted.leadCount }));
        onClose();
      }}
      onClose={onClose}
      width={720}
    >
      <FormField name="name" label={t("fields.name")} required>
        <Input maxLength={100} placeholder={t("hints.name")} />
      </FormField>
      {!target && <BranchField />}
      <FormField name="queryRule" label={t("fields.rule")} hint={t("hints.rule")}>
        <RuleBuilder names={target?.names ?? names} />
      </FormField>
      <LivePreview target={target} names={target?.names ?? names} />
    </DrawerForm>
  );
}

function valuesOf({ recordID, name, queryRule, version }: TargetRow) {
  return { recordID, name, queryRule, version };
}

/** People who see every branch choose whose leads the list is for. */
function BranchField() {
  const { t } = useTranslation("targets");
  const can = useCan();
  const branches = useBranches().data ?? [];
  if (!can("org:branch:query") || !can("crm:lead:all") || branches.length < 2) return null;
  return (
    <FormField name="branchID" label={t("fields.branch")} hint={t("hints.branch")}>
      <BranchSelect options={branches} everywhere={t("everyBranch")} />
    </FormField>
  );
}

const everyBranch = "*";

interface BranchSelectProps extends Omit<Parameters<typeof ChoiceSelect>[0], "options"> {
  options: readonly { value: string; label: string }[];
  everywhere: string;
}

function BranchSelect({ value, onChange, options, everywhere, ...rest }: BranchSelectProps) {
  return (
    <ChoiceSelect
      {...rest}
      value={value ?? everyBranch}
      options={[{ value: everyBranch, label: everywhere }, ...options]}
      onChange={(next) => onChange?.(next === everyBranch ? null : next)}
    />
  );
}

function LivePreview({ target, names }: Pick<TargetEditorProps, "target" | "names">) {
  const values = Form.useWatch<{ queryRule?: LeadQuery; branchID?: BranchId | null } | undefined>([]);
  const form = Form.useFormInstance();
  // The form's initial values, until its fields exist.
  const queryRule = values?.queryRule ?? (form.getFieldValue("queryRule") as LeadQuery | undefined) ?? {};
  const branchID = target ? target.branch?.branchID : values?.branchID;
  return (
    <RulePreview
      queryRule={queryRule}
      recordID={target?.recordID}
      branchID={target ? undefined : (branchID ?? null)}
      names={names}
      within={target?.reach === "own" ? null : branchID ? { branchID } : {}}
    />
  );
}
