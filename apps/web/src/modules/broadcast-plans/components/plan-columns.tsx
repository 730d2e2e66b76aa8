import type { PlanRow } from "@homeroom/contract/broadcast-plans";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { minuteText } from "#platform/dates.ts";
import { useNumberText } from "#platform/number-text.ts";
import { type Column, columnMaker } from "#ui/data-table/column.ts";
import type { RowCard } from "#ui/data-table/data-table-props.ts";
import { nameColumn, personColumn, timeColumn } from "#ui/data-table/usual-columns.tsx";
import { laid } from "#ui/laid.ts";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { isKnown } from "../rules/plan-figures.ts";
import { PlanState } from "./plan-state.tsx";

const figures = ["total", "accepted", "delivered", "read", "clicked", "replied", "failed"] as const;

/** The columns of the plans, with figures that update while a plan runs. */
export function usePlanColumns(): Column<PlanRow>[] {
  const { t } = useTranslation("broadcastPlans");
  const view = useDateView();
  const number = useNumberText();
  const column = columnMaker<PlanRow>((key) => t(`fields.${key}`));
  return [
    { ...nameColumn(t("fields.name"), { width: 250 }), render: (plan) => <PlanName plan={plan} /> },
    column("state", 150, (plan) => <PlanState plan={plan} />),
    column("template", 180, (plan) => nameOfContent(plan), { grow: true }),
    column("kind", 100, ({ kind }) => t(`kind.${kind}`)),
    column("channel", 150, ({ kind, channel, branch }) => (kind === "email" ? branch?.name : channel?.name), {
      title: t("fields.through"),
    }),
    column("scheduleTime", 160, ({ scheduleTime }) => scheduleTime && minuteText(scheduleTime, view)),
    ...figures.map(
      (key): Column<PlanRow> => ({
        key,
        title: t(`figures.${key}`),
        width: 96,
        align: "end",
        render: (plan) => (plan.startTime && isKnown(plan, key) ? number(plan.counters[key]) : null),
      }),
    ),
    personColumn("creator", t("fields.creator")),
    timeColumn("createTime", t("fields.createTime")),
  ];
}

/** A plan's name. One that is sent again has the name of the first, and says what it is. */
function PlanName({ plan: { name, sourcePart } }: { plan: Pick<PlanRow, "name" | "sourcePart"> }) {
  const { t } = useTranslation("broadcastPlans");
  return (
    <span className={laid("middle gap8")}>
      <b className={laid("cut narrowable")} title={name}>
        {name}
      </b>
      {sourcePart && <TintTag color="neutral">{t(`again.${sourcePart}`)}</TintTag>}
    </span>
  );
}

function nameOfContent({ template, emailTemplate }: PlanRow): string | undefined {
  return template?.name ?? emailTemplate?.name;
}

/** The columns of a plan shown on a phone. */
export function usePlanCard(): (plan: PlanRow) => RowCard {
  const { t } = useTranslation("broadcastPlans");
  const number = useNumberText();
  const figuresOf = ({ kind, counters: { total, accepted, delivered, failed } }: PlanRow) => {
    const counts = { total: number(total), failed: number(failed), count: total };
    // A mail server does not say whether a mail was delivered.
    if (kind === "email") return t("cardMails", { ...counts, accepted: number(accepted) });
    return t("cardFigures", { ...counts, delivered: number(delivered) });
  };
  return (plan) => ({
    title: plan.name,
    aside: <PlanState plan={plan} />,
    facts: [
      plan.sourcePart ? t(`again.${plan.sourcePart}`) : "",
      nameOfContent(plan) ?? "",
      plan.startTime ? figuresOf(plan) : "",
      <RelativeTime key="time" value={plan.scheduleTime ?? plan.createTime} />,
    ],
  });
}
