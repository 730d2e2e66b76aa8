import type { LeadRow } from "@homeroom/contract/leads";
import { Select, type SelectProps } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useListItems } from "#platform/choices.ts";
import { tabLeaves } from "#ui/keyboard/tab-leaves.ts";
import { laid } from "#ui/laid.ts";
import { TintTag } from "#ui/status/tint-tag.tsx";

import { tagChange } from "../../rules/cell-change.ts";
import type { CellEditorProps } from "./cell-editor-props.ts";
import styles from "./cells.module.css";
import { EditorKeys } from "./editor-keys.tsx";
import { useFinish } from "./finish-edit.ts";

type Tag = LeadRow["tag"][number];

const maxTags = 10;

/** Tags: Enter toggles one, Tab saves and moves on, Esc cancels. */
export function TagsCell({ lead, onSave, onDone }: CellEditorProps) {
  const { t } = useTranslation("leads");
  const items = useListItems("tags");
  const [chosen, setChosen] = useState<string[]>(lead.tag.map(({ recordID }) => recordID));
  const { finish } = useFinish({ onSave, onDone });
  const known = new Map<string, Tag>(lead.tag.map((tag) => [tag.recordID, tag]));
  for (const { recordID, name, color } of items ?? []) {
    if (isColor(color)) known.set(recordID, { recordID, name, color });
  }
  const all = [...known.values()];

  const made = () => {
    const tags = all.filter(({ recordID }) => chosen.includes(recordID));
    return tagChange(lead, tags);
  };
  const renderTag: SelectProps["optionRender"] = ({ value, label }) => (
    <TintTag color={known.get(String(value))?.color ?? "neutral"}>{label}</TintTag>
  );
  return (
    <EditorKeys onLeave={(after) => finish(after, after === "stay" ? null : made())}>
      <Select
        className={laid("wide", styles.select)}
        mode="multiple"
        onInputKeyDown={tabLeaves}
        variant="borderless"
        autoFocus
        defaultOpen
        maxCount={maxTags}
        maxTagCount="responsive"
        value={chosen}
        aria-label={t("fields.tag")}
        popupMatchSelectWidth={200}
        showSearch={{ optionFilterProp: "label" }}
        notFoundContent={t("noTags")}
        options={all.map(({ recordID, name }) => ({ value: recordID, label: name }))}
        optionRender={renderTag}
        onChange={setChosen}
        onBlur={() => finish("left", made())}
      />
    </EditorKeys>
  );
}

function isColor(color: string | undefined): color is Tag["color"] {
  return color === "red" || color === "green" || color === "blue";
}
