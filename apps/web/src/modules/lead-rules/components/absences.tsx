import { LeftOutlined, RightOutlined } from "@ant-design/icons";
import type { LeadAbsence } from "@homeroom/contract/lead-rules";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useBranchZone, useCan, useUser } from "#platform/access.ts";
import { useNow } from "#platform/date-view.ts";
import { dayKey } from "#platform/dates.ts";
import { PendingButton } from "#ui/choice/pending-button.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useAbsences, useRuleWrites, useSalesPeople } from "../api.ts";
import { dayAfter, daysFrom, mondayOf } from "../rules/days.ts";
import { AbsenceDrawer } from "./absence-drawer.tsx";
import { AbsenceGrid } from "./absence-grid.tsx";
import styles from "./lead-rules.module.css";

const shownDays = 28;

/** Who is away in the four weeks shown: people by days, and a list of the absences below. */
export function Absences() {
  const { t } = useTranslation("leadRules");
  const narrow = useNarrow(900);
  const can = useCan();
  const { accountID, nickname } = useUser();
  const zone = useBranchZone();
  const today = dayKey(new Date(useNow()), zone);
  const [first, setFirst] = useState(() => mondayOf(today));
  const [form, setForm] = useState<Partial<LeadAbsence> | null>(null);
  const days = daysFrom(first, shownDays);
  const manages = can("crm:rule:edit");
  const { data, error, refetch } = useAbsences({ from: first, until: days.at(-1) ?? first });
  const sales = useSalesPeople(undefined, manages).data;
  const remove = useRemoveAbsence();
  const own = { accountID, nickname };
  const people = manages ? (sales ?? []) : [own];
  const others = (data ?? []).filter((one) => people.every((person) => person.accountID !== one.accountID));
  const rows = [...people, ...new Map(others.map((one) => [one.accountID, one])).values()];
  return (
    <>
      <div className={laid("rowWrap below12")}>
        <Button
          icon={<LeftOutlined />}
          aria-label={t("absence.earlier")}
          onClick={() => setFirst(dayAfter(first, -7))}
        />
        <Button onClick={() => setFirst(mondayOf(today))}>{t("absence.thisWeek")}</Button>
        <Button icon={<RightOutlined />} aria-label={t("absence.later")} onClick={() => setFirst(dayAfter(first, 7))} />
        <span className={layout.hint}>{t("absence.span", { from: first, until: days.at(-1) })}</span>
        <Button className={layout.push ?? ""} type="primary" onClick={() => setForm({})}>
          {t("absence.add")}
        </Button>
      </div>
      {error && !data && <ErrorState message={String(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={160} />}
      {data && !narrow && rows.length > 0 && (
        <AbsenceGrid
          days={days}
          today={today}
          people={rows}
          absences={data}
          onAdd={(person, day) => setForm({ accountID: person, from: day, until: day })}
          onOpen={setForm}
        />
      )}
      {data?.length === 0 && <EmptyState title={t("absence.none")} detail={t("absence.noneDetail")} />}
      {data && data.length > 0 && (
        <ul className={laid("noPadding unmarked ruledList", styles.absences)}>
          {data.map((absence) => (
            <li className={laid("middleWrap gap4x12 pad8x0")} key={absence.recordID}>
              <span className={laid("strong", styles.sampleName)}>{absence.nickname}</span>
              <span>
                {absence.from === absence.until
                  ? absence.from
                  : t("absence.span", { from: absence.from, until: absence.until })}
              </span>
              {absence.note && <span className={layout.hint}>{absence.note}</span>}
              {absence.creator !== absence.nickname && (
                <span className={layout.hint}>{t("absence.by", { name: absence.creator })}</span>
              )}
              <span className={laid("middle push gap4", styles.actions)}>
                <Button size="small" onClick={() => setForm(absence)}>
                  {t("edit")}
                </Button>
                <PendingButton size="small" run={() => remove(absence)}>
                  {t("remove.verb")}
                </PendingButton>
              </span>
            </li>
          ))}
        </ul>
      )}
      {form && (
        <AbsenceDrawer
          key={form.recordID ?? "new"}
          absence={form}
          people={manages ? rows : null}
          today={today}
          onClose={() => setForm(null)}
        />
      )}
    </>
  );
}

/** Removes at once, and offers undo. */
function useRemoveAbsence() {
  const { t } = useTranslation("leadRules");
  const { undoable, failed } = useFeedback();
  const { removeAbsence, saveAbsence } = useRuleWrites();
  return async (absence: LeadAbsence) => {
    const { recordID, accountID, from, until, note } = absence;
    try {
      await removeAbsence(absence);
      undoable(t("absence.removed", { name: absence.nickname }), () => {
        saveAbsence({ recordID, accountID, from, until, note }).catch(failed);
      });
    } catch (error) {
      failed(error);
    }
  };
}
