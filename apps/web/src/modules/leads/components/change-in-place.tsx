import type { LeadCard } from "@homeroom/contract/leads";
import { Select } from "antd";
import { useTranslation } from "react-i18next";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { useListItems, usePeople } from "../api/queries.ts";
import { useChangeLead } from "../api/writes.ts";
import styles from "./lead-card.module.css";
import { toneOf, useStatusCodes } from "./lead-parts.tsx";

type Field = "status" | "result" | "sales" | "tutor";

interface ChangeInPlaceProps {
  card: LeadCard;
  field: Field;
}

/** A choice on the card itself, saved as soon as it is made. Who may not change it reads it. */
export function ChangeInPlace({ card, field }: ChangeInPlaceProps) {
  const { t } = useTranslation("leads");
  const codes = useStatusCodes();
  const change = useChangeLead(card);
  const choices = useChoices(card, field);
  const mayChange = field === "sales" || field === "tutor" ? card.can.edit && card.can.assign : card.can.edit;
  const nameOf = (value: string) => choices.find((choice) => choice.value === value)?.label ?? card.names[field];
  const shown = (value: string) =>
    field === "status" ? <StatusDot tone={toneOf(codes.get(value))} label={nameOf(value)} /> : nameOf(value);
  const now = card[field];

  if (!mayChange) return now && shown(now);
  return (
    <>
      <Select
        className={styles.change ?? ""}
        variant="borderless"
        value={now}
        aria-label={t(`fields.${field}`)}
        placeholder={t("choose")}
        allowClear={field !== "status"}
        loading={change.isPending}
        disabled={change.isPending}
        options={
          now && !choices.some(({ value }) => value === now)
            ? [{ value: now, label: nameOf(now) }, ...choices]
            : choices
        }
        optionRender={({ value }) => shown(String(value))}
        labelRender={({ value }) => shown(String(value))}
        onChange={(value: string | undefined) => change.mutate({ [field]: value ?? null })}
      />
      {change.error !== null && (
        <span role="alert" className={styles.failed}>
          {change.error}
        </span>
      )}
    </>
  );
}

function useChoices(card: LeadCard, field: Field): { value: string; label: string }[] {
  const items = useListItems(field === "result" ? "contactResults" : "leadStatuses");
  const people = usePeople(field === "tutor" ? "tutor" : "sales", card.branchID);
  if (field === "sales" || field === "tutor") return people?.map(({ value, label }) => ({ value, label })) ?? [];
  return items?.map(({ recordID, name }) => ({ value: recordID, label: name })) ?? [];
}
