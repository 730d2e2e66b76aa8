import { LeadRuleForm, type LeadRuleRow } from "@homeroom/contract/lead-rules";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "#platform/access.ts";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { ruleNow, useRuleWrites } from "../api.ts";
import { formOf, newRule, sentForm } from "../rules/rule-form.ts";
import { RuleFormFields } from "./rule-form-fields.tsx";

/** The form of a rule, a new one without `rule`. Before it is saved it says in words and by the last leads what it does. */
export function RuleForm({ rule, onClose }: { rule?: LeadRuleRow | undefined; onClose: () => void }) {
  const { t } = useTranslation("leadRules");
  const { done } = useFeedback();
  const { branch } = useUser();
  const { save } = useRuleWrites();
  const initialValues = useMemo(() => (rule ? formOf(rule) : newRule(branch.branchID)), [rule, branch.branchID]);
  return (
    <DrawerForm
      open
      title={rule ? t("editTitle") : t("add")}
      schema={LeadRuleForm}
      initialValues={initialValues}
      {...(rule && { reload: async () => formOf(await ruleNow(rule.recordID, rule)) })}
      onSubmit={(form, report) => save(sentForm(form), report)}
      onDone={() => {
        done(t("saved"));
        onClose();
      }}
      onClose={onClose}
      width={720}
    >
      <RuleFormFields rule={rule} />
    </DrawerForm>
  );
}
