import type { PlainLeadField } from "@homeroom/contract/lead-fields";
import type { LeadCard } from "@homeroom/contract/leads";
import { Select } from "antd";
import { useTranslation } from "react-i18next";
import { useListItems, usePeople } from "#platform/choices.ts";
import { useClearing } from "#ui/choice/use-clearing.tsx";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { useChangeLead } from "../../api/change-lead.ts";

import { useFieldLabel } from "../declared-names.ts";
import { toneOf, useStatusCodes } from "../lead-parts.tsx";
import { useAskedChoice } from "./asked-field.ts";
import styles from "./choice-in-place.module.css";
import { ChangeProblem } from "./in-place.tsx";

type Field = "status" | "result" | "sales" | "tutor";

interface ChoiceInPlaceProps {
  card: LeadCard;
  field: Field;
}

/** A choice on the card itself, saved at once; read-only without the permission. */
export function ChoiceInPlace({ card, field }: ChoiceInPlaceProps) {
  const codes = useStatusCodes();
  const choices = useChoices(card, field);
  const mayChange = field === "sales" || field === "tutor" ? card.can.edit && card.can.assign : card.can.edit;
  const nameOf = (value: string) => choices.find((choice) => choice.value === value)?.label ?? card.names[field];
  const shown = (value: string) =>
    field === "status" ? <StatusDot tone={toneOf(codes.get(value))} label={nameOf(value)} /> : nameOf(value);
  const now = card[field];
  if (!mayChange) return now && shown(now);
  const known = !now || choices.some(({ value }) => value === now);
  return (
    <ChoiceSave
      card={card}
      field={field}
      options={known ? choices : [{ value: now, label: nameOf(now) }, ...choices]}
      shown={shown}
      allowClear={field !== "status"}
    />
  );
}

/** Any choice of the card: a select without a frame. */
export function ChoiceSave<Value extends string | number>(props: {
  card: LeadCard;
  field: Field | "regularContact" | PlainLeadField;
  options: readonly { value: Value; label: string }[];
  shown?: (value: string) => React.ReactNode;
  allowClear?: boolean;
  /** The value of the cleared field. */
  none?: "" | null;
  placeholder?: string;
}) {
  const clearing = useClearing();
  const { card, field, options, shown, allowClear = false, none = null, placeholder } = props;
  const { t } = useTranslation("leads");
  const change = useChangeLead(card);
  const opening = useAskedChoice(field);
  const held = card[field] as Value | "" | null;
  const label = useFieldLabel()(field);
  const drawn = shown && {
    optionRender: ({ value }: { value?: string | number | null | undefined }) => shown(String(value)),
    labelRender: ({ value }: { value?: string | number | null | undefined }) => shown(String(value)),
  };
  return (
    <>
      <Select<Value | null>
        {...opening}
        className={styles.choice ?? ""}
        variant="borderless"
        value={held === "" ? null : held}
        aria-label={label}
        placeholder={placeholder ?? t("choose")}
        allowClear={allowClear && clearing}
        showSearch={options.length > 8 ? { optionFilterProp: "label" } : false}
        loading={change.pending}
        options={[...options]}
        {...drawn}
        onChange={(value) => void change.save({ [field]: value ?? none })}
      />
      <ChangeProblem
        change={change}
        label={label}
        textOf={(of) => options.find(({ value }) => value === of[field])?.label ?? ""}
      />
    </>
  );
}

function useChoices(card: LeadCard, field: Field): { value: string; label: string }[] {
  const items = useListItems(field === "result" ? "contactResults" : "leadStatuses");
  const people = usePeople(field === "tutor" ? "tutor" : "sales", card.branchID);
  if (field === "sales" || field === "tutor") return people?.map(({ value, label }) => ({ value, label })) ?? [];
  return items?.map(({ recordID, name }) => ({ value: recordID, label: name })) ?? [];
}
