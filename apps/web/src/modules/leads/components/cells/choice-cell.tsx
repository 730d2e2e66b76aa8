import { Select, type SelectProps } from "antd";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "#platform/access.ts";
import { useChannels, useListItems, usePeople } from "#platform/choices.ts";
import { useClearing } from "#ui/choice/use-clearing.tsx";
import { laid } from "#ui/laid.ts";
import { StatusDot } from "#ui/status/status-dot.tsx";

import { type Choice, choiceChange } from "../../rules/cell-change.ts";
import type { ChoiceField } from "../../rules/edited-fields.ts";
import { toneOf, useStatusCodes } from "../lead-parts.tsx";
import type { CellEditorProps } from "./cell-editor-props.ts";
import styles from "./cells.module.css";
import { EditorKeys } from "./editor-keys.tsx";
import { useFinish } from "./finish-edit.ts";

interface ChoiceCellProps extends CellEditorProps {
  field: ChoiceField;
  people: "all" | "self";
}

/** One of a list, filtered by typing. Enter chooses and moves down, Tab moves on without a change, Esc cancels. */
export function ChoiceCell({ lead, field, people, onSave, onDone }: ChoiceCellProps) {
  const clearing = useClearing();
  const { t } = useTranslation("leads");
  const codes = useStatusCodes();
  const choices = useChoices(field, lead.branchID, people);
  const pressed = useRef(false);
  const { finish } = useFinish({ onSave, onDone });
  const now = lead[field];
  const value = now && ("accountID" in now ? now.accountID : now.recordID);
  const take = (choice: Choice | undefined) =>
    finish(pressed.current ? "down" : "stay", choiceChange(lead, field, choice));

  const renderStatus: SelectProps["optionRender"] = ({ value: id }) => (
    <StatusDot
      tone={toneOf(codes.get(String(id)))}
      label={choices.find((choice) => choice.value === id)?.label ?? ""}
    />
  );

  return (
    <EditorKeys onEnter={(isEnter) => (pressed.current = isEnter)} onLeave={(after) => finish(after)}>
      <Select
        className={laid("wide", styles.select)}
        variant="borderless"
        autoFocus
        defaultOpen
        showSearch={{ optionFilterProp: "label" }}
        allowClear={field !== "status" && clearing}
        value={value}
        aria-label={t(`fields.${field}`)}
        placeholder={t("choose")}
        popupMatchSelectWidth={200}
        options={choices}
        {...(field === "status" && { optionRender: renderStatus })}
        onSelect={(id: string) => take(choices.find((choice) => choice.value === id))}
        onClear={() => take(undefined)}
        onBlur={() => finish("left")}
      />
    </EditorKeys>
  );
}

function useChoices(field: ChoiceField, branchID: string, people: "all" | "self"): Choice[] {
  const { accountID } = useUser();
  const items = useListItems(
    field === "result" ? "contactResults" : field === "regularContact" ? "regularContactTypes" : "leadStatuses",
  );
  const channels = useChannels();
  const holders = usePeople(field === "tutor" ? "tutor" : "sales", branchID);
  if (field === "sales" || field === "tutor") {
    const all = holders ?? [];
    return people === "all" ? all : all.filter((person) => person.value === accountID);
  }
  const named = field === "channel" ? channels : items;
  return named?.map(({ recordID, name }) => ({ value: recordID, label: name })) ?? [];
}
