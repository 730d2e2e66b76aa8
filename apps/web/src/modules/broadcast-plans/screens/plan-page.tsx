import type { PlanInfo } from "@homeroom/contract/broadcast-plans";
import { RecordId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router";
import { useRuleText } from "#modules/targets/public.ts";
import { useDateView } from "#platform/date-view.ts";
import { minuteText } from "#platform/dates.ts";
import { useNumberText } from "#platform/number-text.ts";
import { DetailPage, DetailSection, FactList } from "#ui/detail-page/detail-page.tsx";
import { laid } from "#ui/laid.ts";
import { Page } from "#ui/page/page.tsx";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { usePlan } from "../api.ts";
import { PauseAdvice } from "../components/pause-advice.tsx";
import { PlanButtons } from "../components/plan-buttons.tsx";
import { PlanCurve } from "../components/plan-curve.tsx";
import { PlanState } from "../components/plan-state.tsx";
import { RecipientTable } from "../components/recipient-table.tsx";
import { useProblemText } from "../components/use-problem-text.ts";
import { useReasonText } from "../components/use-reason-text.ts";
import { isKnown } from "../rules/plan-figures.ts";

const figures = ["total", "accepted", "delivered", "read", "clicked", "replied", "failed", "excluded"] as const;

/** One plan: its content, progress, failures and recipients. */
export function PlanPage() {
  const { t } = useTranslation("broadcastPlans");
  const factsOf = useChoiceFacts();
  const problemText = useProblemText();
  const navigate = useNavigate();
  const id = RecordId.safeParse(useParams()["recordID"]);
  const { data: plan, error, isPending, refetch } = usePlan(id.success ? id.data : null);
  const toList = () => void navigate("/admessage/plan");
  if (!id.success)
    return (
      <Page>
        <EmptyState title={t("gone")} action={<Button onClick={toList}>{t("toList")}</Button>} />
      </Page>
    );
  return (
    <Page>
      <DetailPage
        title={plan?.name}
        facts={plan && <PlanState whole plan={plan} />}
        actions={plan && <PlanButtons plan={plan} onGone={toList} />}
        onBack={toList}
        loading={isPending}
        // The page polls every few seconds: one lost answer must not discard what somebody is entering on it.
        error={plan ? null : error}
        onRetry={() => void refetch()}
      >
        {plan && (
          <>
            <PauseAdvice plan={plan} />
            {plan.needsApproval && <p role="status">{t("approvalNeededNow")}</p>}
            {plan.problem && <p role="alert">{t("problem", { problem: problemText(plan.problem) })}</p>}
            <PutOff plan={plan} />
            {plan.startTime && <Results plan={plan} />}
            <PlanReasons plan={plan} />
            <DetailSection title={t("choice")}>
              <FactList facts={factsOf(plan)} />
            </DetailSection>
            {plan.startTime && <RecipientTable plan={plan} />}
          </>
        )}
      </DetailPage>
    </Page>
  );
}

/** Why a plan of mails still runs after all other recipients are done. */
function PutOff({ plan: { putOff, pausedTime } }: { plan: PlanInfo }) {
  const { t } = useTranslation("broadcastPlans");
  const number = useNumberText();
  const view = useDateView();
  if (!putOff || pausedTime) return null;
  const { count, nextTime } = putOff;
  return <p role="status">{t("putOff", { count, number: number(count), time: minuteText(nextTime, view) })}</p>;
}

/** The progress of a plan. Before it starts nobody has been counted: zeros would suggest that it reaches no one. */
function Results({ plan }: { plan: PlanInfo }) {
  const { t, i18n } = useTranslation("broadcastPlans");
  const number = useNumberText();
  const share = new Intl.NumberFormat(i18n.language, { style: "percent", maximumFractionDigits: 1 });
  return (
    <DetailSection title={t("results")}>
      <FactList
        facts={figures
          .filter((key) => isKnown(plan, key))
          .map((key) => ({
            label: t(`figures.${key}`),
            value: t(key === "total" || key === "excluded" || plan.counters.total === 0 ? "figure" : "figureShare", {
              number: number(plan.counters[key]),
              share: share.format(plan.counters.total === 0 ? 0 : plan.counters[key] / plan.counters.total),
            }),
          }))}
      />
      <PlanCurve plan={plan} />
    </DetailSection>
  );
}

/** The settings of a plan. */
function useChoiceFacts() {
  const { t } = useTranslation("broadcastPlans");
  const number = useNumberText();
  const view = useDateView();
  const time = (moment: string | null) => (moment ? minuteText(moment, view) : null);
  const count = (value: number | null) => (value === null ? null : number(value));
  const ruleText = useRuleText();
  const filterText = ({ filter, filterNames }: PlanInfo) => filter && (ruleText(filter, filterNames) || t("everyLead"));
  /** A plan that is sent again goes to recipients of another plan: its copy of that plan's choice is not used. */
  const recipientFacts = (plan: PlanInfo) =>
    plan.sourceRecordID && plan.sourcePart
      ? [
          {
            label: t("fields.lists"),
            value: <Link to={`/admessage/plan/${plan.sourceRecordID}`}>{t(`sentAgain.${plan.sourcePart}`)}</Link>,
          },
        ]
      : [
          { label: t("fields.lists"), value: plan.targets.map(({ name }) => name).join(t("also")) },
          { label: t("fields.filter"), value: filterText(plan) },
          { label: t("fields.numbers"), value: plan.numberCount === 0 ? null : number(plan.numberCount) },
        ];
  return (plan: PlanInfo) => {
    const isMail = plan.kind === "email";
    return [
      { label: t("fields.kind"), value: t(`kind.${plan.kind}`) },
      isMail
        ? { label: t("fields.branch"), value: plan.branch?.name }
        : { label: t("fields.channel"), value: plan.channel?.name },
      { label: t("fields.template"), value: plan.template?.name ?? plan.emailTemplate?.name },
      ...recipientFacts(plan),
      { label: t("fields.scheduleTime"), value: time(plan.scheduleTime) },
      { label: t("fields.perMinute"), value: count(plan.perMinute) },
      { label: t("fields.spreadHours"), value: count(plan.spreadHours) },
      { label: t("fields.mostUnanswered"), value: count(plan.mostUnanswered) },
      { label: t("fields.startTime"), value: time(plan.startTime) },
      { label: t("fields.endTime"), value: time(plan.endTime) },
      { label: t("fields.creator"), value: plan.creator },
      { label: t("fields.approver"), value: plan.approver },
    ].filter(({ value }) => value !== null && value !== undefined && value !== "");
  };
}

/** Why people were left out or not reached, and what to do. */
function PlanReasons({ plan: { reasons } }: { plan: Pick<PlanInfo, "reasons"> }) {
  const { t } = useTranslation("broadcastPlans");
  const reasonText = useReasonText();
  const number = useNumberText();
  if (reasons.length === 0) return null;
  return (
    <DetailSection title={t("reasons")}>
      <ul className={laid("closeStack bareList")}>
        {reasons.map(({ state, reason, count }) => (
          <li key={`${state} ${reason}`} className={laid("written noMargin pad12x16 outlined round12 sunkenGround")}>
            <b>{t("reasonCount", { state: t(`result.${state}`), number: number(count) })}</b> {reasonText(reason)}
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}
