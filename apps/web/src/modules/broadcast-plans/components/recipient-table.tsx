import { type PlanDetailRow, type PlanInfo, recipientResults } from "@homeroom/contract/broadcast-plans";
import { leadPlanResults } from "@homeroom/contract/lead-query";
import { Button, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { newTargetAddress } from "#modules/targets/public.ts";
import { useCan } from "#platform/access.ts";
import { useDateView } from "#platform/date-view.ts";
import { dateTimeText, minuteText } from "#platform/dates.ts";
import { useClearing } from "#ui/choice/use-clearing.tsx";
import { type Column, columnMaker } from "#ui/data-table/column.ts";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { listStateOf } from "#ui/data-table/list-state.ts";
import { DetailSection } from "#ui/detail-page/detail-page.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { SearchBox } from "#ui/filter-bar/search-box.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { downloadDetails, usePlanDetails } from "../api.ts";
import styles from "./recipient-table.module.css";
import { useReasonText } from "./use-reason-text.ts";

type Result = (typeof recipientResults)[number];

/** The recipients of a plan, each with the outcome. */
export function RecipientTable({ plan }: { plan: PlanInfo }) {
  const clearing = useClearing();
  const can = useCan();
  const { t } = useTranslation("broadcastPlans");
  const { failed } = useFeedback();
  const navigate = useNavigate();
  const [result, setResult] = useState<Result[]>([]);
  const [keywords, setKeywords] = useState("");
  const filters = {
    recordID: plan.recordID,
    ...(result.length > 0 && { result }),
    ...(keywords && { keywords }),
  };
  const list = listStateOf<PlanDetailRow>(usePlanDetails(plan, filters));
  const columns = useColumns(plan);
  const why = useWhy();
  return (
    <DetailSection
      title={t("recipients")}
      actions={
        <span className={layout.buttons}>
          <FollowUp plan={plan} result={result} />
          {can("bulk:plan:export") && (
            <Button onClick={() => void downloadDetails(filters).catch(failed)}>{t("export")}</Button>
          )}
        </span>
      }
    >
      <div className={laid("column", styles.table)}>
        <DataTable
          id="broadcastRecipients"
          label={t("recipients")}
          columns={columns}
          list={list}
          card={(row) => ({
            title: row.nickname || row.phone || row.email,
            aside: t(`result.${row.state}`),
            facts: [row.email || row.phone, why(row) ?? ""],
          })}
          onOpen={({ leadId }) => {
            if (leadId) void navigate(`/lead/edit/${leadId}`);
          }}
          toolbar={
            <span className={layout.buttons}>
              <div className={layout.maxWidth320}>
                <SearchBox value={keywords} placeholder={t(`searchRecipients.${plan.kind}`)} onSearch={setKeywords} />
              </div>
              <Select<Result[]>
                mode="multiple"
                allowClear={clearing}
                className={layout.minWidth180}
                // All of them, since the query for follow-ups is built from them below.
                listHeight={480}
                popupMatchSelectWidth={false}
                showSearch={{ optionFilterProp: "label" }}
                aria-label={t("fields.result")}
                placeholder={t("fields.result")}
                value={result}
                options={recipientResults.map((value) => ({ value, label: t(`result.${value}`) }))}
                onChange={setResult}
              />
            </span>
          }
          empty={<EmptyState title={t("noRecipients")} />}
        />
      </div>
    </DetailSection>
  );
}

/** Follow-ups for the filtered recipients: a list of them, or a new plan. Leads that answer later drop out by themselves. */
function FollowUp({ plan, result }: { plan: PlanInfo; result: readonly Result[] }) {
  const { t } = useTranslation("broadcastPlans");
  const can = useCan();
  const navigate = useNavigate();
  const [only, ...more] = result;
  const planResult = leadPlanResults.find((one) => one === only);
  if (more.length > 0 || (only && !planResult)) return null;
  const rule = { planID: plan.recordID, ...(planResult && { planResult }) };
  const names = { [plan.recordID]: plan.name };
  const query = new URLSearchParams({ new: "1", rule: JSON.stringify(rule), names: JSON.stringify(names) });
  return (
    <>
      {can("bulk:target:add") && (
        <Button onClick={() => void navigate(newTargetAddress(rule, names))}>{t("saveAsList")}</Button>
      )}
      {can("bulk:plan:add") && (
        <Button onClick={() => void navigate(`/admessage/plan?${query}`)}>{t("followUp")}</Button>
      )}
    </>
  );
}

function useColumns({ kind }: PlanInfo): Column<PlanDetailRow>[] {
  const { t } = useTranslation("broadcastPlans");
  const view = useDateView();
  const why = useWhy();
  const time = (moment: string | null) => moment && dateTimeText(moment, view);
  const isMail = kind === "email";
  const column = columnMaker<PlanDetailRow>((key) => t(`fields.${key}`));
  const told: Column<PlanDetailRow>[] = [
    column("deliveredTime", 190, (row) => time(row.deliveredTime), { title: t("figures.delivered") }),
    column("readTime", 190, ({ readTime }) => time(readTime), { title: t("figures.read") }),
    column("replyTime", 190, ({ replyTime }) => time(replyTime), { title: t("figures.replied") }),
  ];
  return [
    column("nickname", 140, ({ nickname }) => nickname, { frozen: true }),
    isMail ? column("email", 220, ({ email }) => email) : column("phone", 150, ({ phone }) => phone),
    column("state", 100, ({ state }) => t(`result.${state}`), { title: t("fields.result") }),
    column("reason", 260, (row) => why(row) && <span title={row.detail}>{why(row)}</span>, { grow: true }),
    column("sendTime", 190, ({ sendTime }) => time(sendTime)),
    ...(isMail ? [] : told),
    column("clickTime", 190, ({ clickTime }) => time(clickTime)),
  ];
}

/** Why somebody was left out or not reached, or has to wait; null for everybody else. */
function useWhy(): (row: PlanDetailRow) => string | null {
  const { t } = useTranslation("broadcastPlans");
  const view = useDateView();
  const reasonText = useReasonText();
  return ({ reason, nextTryTime }) => {
    if (reason) return reasonText(reason);
    return nextTryTime && t("putOffUntil", { time: minuteText(nextTryTime, view) });
  };
}
