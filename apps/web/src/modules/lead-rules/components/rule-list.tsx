import { LeadRuleForm, type LeadRuleRow } from "@homeroom/contract/lead-rules";
import { Button } from "antd";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useCan, useUser } from "#platform/access.ts";
import { MoreButton } from "#ui/data-table/more-button.tsx";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { FilterBar } from "#ui/filter-bar/filter-bar.tsx";
import { statusFilter } from "#ui/filter-bar/filters.ts";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { ruleNow, useRules, useRuleWrites } from "../api.ts";
import { formOf, newRule, sentForm } from "../rules/rule-form.ts";
import { RuleFormFields } from "./rule-form-fields.tsx";
import { RuleRow, useRuleName } from "./rule-row.tsx";
import { TracePanel } from "./trace-panel.tsx";

/** The rules in the order in which they are checked, and what applies if none matches. */
export function RuleList({ add }: { add: ReactNode }) {
  const { t } = useTranslation("leadRules");
  const can = useCan();
  const { search, change } = useAddress();
  const definitions = [statusFilter(t("fields.status"), { on: t("on"), off: t("off") })];
  const filters = useUrlFilters(definitions);
  const status = filters.values["status"]?.[0];
  const isFiltered = Object.keys(filters.values).length > 0 || filters.keywords !== "";
  const query = useRules({
    ...(filters.keywords && { keywords: filters.keywords.slice(0, 100) }),
    ...((status === "0" || status === "1") && { status: Number(status) }),
  });
  const rules = query.data?.pages.flatMap(({ list }) => list) ?? [];
  const showsBranch = new Set(rules.map(({ branchID }) => branchID)).size > 1;
  const nameOf = useRuleName();
  const writes = useListWrites();
  const named = (part: string) => rules.find(({ recordID }) => recordID === search.get(part));
  const [edited, traced] = [named("edit"), named("trace")];
  return (
    <>
      <div className={layout.below12}>
        <FilterBar id="lead-rules" filters={filters} definitions={definitions} searchPlaceholder={t("search")} />
      </div>
      {query.error && rules.length === 0 && (
        <ErrorState message={String(query.error)} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <Skeleton height={160} />}
      {query.data && rules.length === 0 && <None isFiltered={isFiltered} onClear={filters.clear} add={add} />}
      {rules.length > 0 && (
        <ul className={laid("frame bareList")}>
          {rules.map((rule) => (
            <RuleRow
              key={rule.recordID}
              rule={rule}
              showsBranch={showsBranch}
              onEdit={() => change({ edit: rule.recordID }, false)}
              onTrace={() => change({ trace: rule.recordID }, false)}
              onSwitch={(on) => writes.turn(rule, on)}
              onDelete={() => writes.remove(rule, nameOf(rule))}
            />
          ))}
        </ul>
      )}
      <MoreButton list={query} label={t("more")} />
      {query.data && !isFiltered && <p className={laid("quiet above12")}>{t("rest")}</p>}
      {search.has("new") && can("crm:rule:add") && <RuleForm onClose={() => change({ new: null })} />}
      {edited && can("crm:rule:edit") && (
        <RuleForm key={edited.recordID} rule={edited} onClose={() => change({ edit: null })} />
      )}
      {traced && (
        <TracePanel
          title={t("trace.of", { name: nameOf(traced) })}
          of={{ recordID: traced.recordID }}
          onClose={() => change({ trace: null })}
        />
      )}
    </>
  );
}

function None({ isFiltered, onClear, add }: { isFiltered: boolean; onClear: () => void; add: ReactNode }) {
  const { t } = useTranslation("leadRules");
  if (!isFiltered) return <EmptyState title={t("none.title")} detail={t("none.detail")} action={add} />;
  const clear = <Button onClick={onClear}>{t("noMatch.clear")}</Button>;
  return <EmptyState title={t("noMatch.title")} detail={t("noMatch.detail")} action={clear} />;
}

/** Switching on and off, and deleting with undo. */
function useListWrites() {
  const { t } = useTranslation("leadRules");
  const { done, undoable, failed } = useFeedback();
  const { save, remove } = useRuleWrites();
  return {
    async turn(rule: LeadRuleRow, on: boolean) {
      await save({ ...formOf(rule), status: on ? 1 : 0 }).then(() => done(t(on ? "turnedOn" : "turnedOff")), failed);
    },
    async remove(rule: LeadRuleRow, name: string) {
      const { version: _version, ...form } = formOf(rule);
      try {
        await remove(rule.recordID);
        undoable(t("remove.done", { name }), () => {
          save(form).catch(failed);
        });
      } catch (error) {
        failed(error);
      }
    },
  };
}

/** The form of a rule, a new one without `rule`. Before saving it shows in words, and with recent leads, what the rule does. */
function RuleForm({ rule, onClose }: { rule?: LeadRuleRow | undefined; onClose: () => void }) {
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
