import { moneyText } from "@homeroom/contract/currencies";
import type { LeadId } from "@homeroom/contract/ids";
import { isPlainLeadField } from "@homeroom/contract/lead-fields";
import { type LeadLogRow, leadActions } from "@homeroom/contract/leads";
import { Segmented } from "antd";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateText, dateTimeText, dayKey, dayText, timeText } from "#platform/dates.ts";
import { MoreButton } from "#ui/data-table/more-button.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { ErrorState } from "#ui/states/error-state.tsx";
import { useLeadHistory } from "../../api/queries.ts";
import {
  actionName,
  byDay,
  changesOf,
  type FieldChange,
  type HistoryPart,
  historyParts,
  orderStepOf,
} from "../../rules/history-entry.ts";
import { useDeclaredText, useFieldLabel } from "../declared-names.ts";
import styles from "../time-line.module.css";
import { EntrySkeletons } from "./entry-skeletons.tsx";

const parts = Object.keys(historyParts) as HistoryPart[];

/** The history of a lead, newest first, by day, in the reader's language; all of it or one part. */
export function LeadHistory({ leadId }: { leadId: LeadId }) {
  const { t } = useTranslation("leads");
  const [part, setPart] = useState<HistoryPart>("all");
  const history = useLeadHistory(leadId, historyParts[part]);
  const entries = history.data?.pages.flatMap((page) => page.list) ?? [];
  return (
    <>
      <div className={laid("below12 scrollX")}>
        <Segmented<HistoryPart>
          size="small"
          value={part}
          aria-label={t("card.parts.title")}
          options={parts.map((value) => ({ value, label: t(`card.parts.${value}`) }))}
          onChange={setPart}
        />
      </div>
      {history.isPending && <EntrySkeletons />}
      {history.error !== null && entries.length === 0 && (
        <ErrorState message={history.error} onRetry={() => void history.refetch()} />
      )}
      {history.isSuccess && entries.length === 0 && <p className={layout.quiet}>{t("card.parts.none")}</p>}
      <Days entries={entries} />
      <MoreButton list={history} label={t("more")} />
    </>
  );
}

function Days({ entries }: { entries: readonly LeadLogRow[] }) {
  const view = useDateView();
  return byDay(entries, (moment) => dayKey(moment, view.zone)).map(({ day, entries: ofDay }) => (
    <section key={day} aria-label={day}>
      <h3 className={laid("hint strong", styles.daySeparator)} title={day}>
        {dayText(ofDay[0]?.createTime ?? day, view)}
      </h3>
      <ol className={laid("column noPadding unmarked")}>
        {ofDay.map((entry) => (
          <Entry key={entry.recordID} entry={entry} />
        ))}
      </ol>
    </section>
  ));
}

function Entry({ entry }: { entry: LeadLogRow }) {
  const { t } = useTranslation("leads");
  const view = useDateView();
  const { actionType, content } = entry;
  return (
    <li className={laid("onTimeLine", styles.entry)} data-kind={kindOf(actionType)}>
      <p className={layout.breaking}>
        <Phrase entry={entry} />
      </p>
      {actionType === leadActions.edited && <ChangeLines changes={changesOf(entry)} />}
      {content && (
        <p
          className={
            actionType === leadActions.note ? laid("clamp2 quiet breaking") : laid("written sunken above4 pad8x12")
          }
        >
          {content}
        </p>
      )}
      <p className={laid("hint flexBox wrap gap0x8")}>
        <time dateTime={entry.createTime} title={dateTimeText(entry.createTime, view)}>
          {timeText(entry.createTime, view)}
        </time>
        <span>{entry.operator || t("history.byItself")}</span>
      </p>
    </li>
  );
}

/** One entry as a sentence, made from its kind and its values. */
function Phrase({ entry: { actionType, details } }: { entry: LeadLogRow }) {
  const { t } = useTranslation("leads");
  const view = useDateView();
  const text = (name: string) => (typeof details[name] === "string" ? details[name] : undefined);
  if (actionType === leadActions.salesAssigned)
    return t("history.salesAssigned", { name: text("salesName") ?? t("someone") });
  if (actionType === leadActions.newLead && text("channel"))
    return t("history.newFromChannel", { channel: text("channel") });
  if (actionType === leadActions.message && text("from")) return t("history.enquiryFrom", { name: text("from") });
  if (actionType === leadActions.note && details["takenBack"] === true) return t("card.noteWasTakenBack");
  if (actionType === leadActions.edited) return <Edited details={details} />;
  const step = orderStepOf(details, moneyText);
  if (step) return t(`history.orderSteps.${step.kind}`, { orderID: step.orderID, amount: step.amount });
  const said = t(`history.${actionName(actionType)}`);
  const at = text("at");
  return at ? t("card.saidAt", { said, time: `${dateText(at, view)} ${timeText(at, view)}` }) : said;
}

/** The changed fields are listed below. */
function Edited({ details }: Pick<LeadLogRow, "details">) {
  const { t } = useTranslation("leads");
  if (details["deleted"]) return t("bulk.history.deleted");
  for (const merge of ["mergedFrom", "mergedInto", "mergeUndone"] as const)
    if (typeof details[merge] === "string") return t(`merge.history.${merge}`, { name: details[merge] });
  const { family } = details;
  if (family === "joined" || family === "left") return t(`family.history.${family}`);
  if (details["restored"]) return t(details["wrote"] ? "bulk.history.wrote" : "bulk.history.restored");
  return t("history.edited");
}

/** Successes and endings stand out; edits and notes stay quiet. */
function kindOf(actionType: number): string | undefined {
  const name = actionName(actionType);
  if (name === "deal" || name === "trialAttended") return "good";
  if (name === "caseClosed" || name === "trialAbsent" || name === "trialCancelled") return "end";
  return name === "edited" || name === "note" ? undefined : "step";
}

/** The fields of an edit, with old and new values. */
function ChangeLines({ changes }: { changes: readonly FieldChange[] }) {
  const { t } = useTranslation("leads");
  const label = useFieldLabel();
  const textOf = useDeclaredText();
  return (
    <ul className={laid("noPadding text12 leading20 unmarked")}>
      {changes.map(({ field, before, after }) => {
        const said = (value: unknown) =>
          isPlainLeadField(field) && (typeof value === "string" || typeof value === "number") && value !== ""
            ? textOf(field, value)
            : wordsOf(value, t);
        const [was, became] = [said(before), said(after)];
        return (
          <li key={field} className={laid("flexBox wrap gap0x6 breaking")}>
            <span className={layout.quiet}>{label(field)}</span>
            {was && <del className={layout.quiet}>{was}</del>}
            {(was || became) && <span aria-hidden>→</span>}
            {became ? <ins className={styles.became}>{became}</ins> : was && <span>{t("empty")}</span>}
          </li>
        );
      })}
    </ul>
  );
}

function wordsOf(value: unknown, t: TFunction<"leads">): string {
  if (value === null || value === undefined || value === "") return "";
  if (Array.isArray(value)) return value.map(String).join(t("comma"));
  if (typeof value === "object") return Object.values(value).filter(Boolean).map(String).join(" ");
  return typeof value === "string" || typeof value === "number" ? `${value}` : "";
}
