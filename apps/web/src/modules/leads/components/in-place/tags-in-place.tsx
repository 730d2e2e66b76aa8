import type { RecordId } from "@homeroom/contract/ids";
import type { LeadCard } from "@homeroom/contract/leads";
import { Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useListItems } from "#platform/choices.ts";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import { useFocusFirst } from "#ui/keyboard/use-focus-first.ts";

import { LeadTags } from "../lead-parts.tsx";
import { type EditorProps, InPlace } from "./in-place.tsx";

/** The tags of a lead, edited in place. */
export function TagsInPlace({ card }: { card: LeadCard }) {
  const { t } = useTranslation("leads");
  const tags = useListItems("tags");
  const nameOf = (id: RecordId) => tags?.find(({ recordID }) => recordID === id)?.name ?? "";
  // The new choice shows at once, before its names arrive.
  const shown = card.tag.flatMap((id) => {
    const named = card.names.tag.find(({ recordID }) => recordID === id);
    const item = tags?.find(({ recordID }) => recordID === id);
    if (named) return [named];
    return item ? [{ recordID: id, name: item.name, color: (item.color ?? "blue") as "red" | "green" | "blue" }] : [];
  });
  return (
    <InPlace
      card={card}
      label={t("fields.tag")}
      value={card.tag}
      shown={shown.length > 0 && <LeadTags tags={shown} />}
      mayChange={card.can.edit}
      changesOf={(tag) => ({ tag })}
      textOf={(of) => of.tag.map(nameOf).join(t("comma"))}
      renderEditor={(editor) => <TagEditor {...editor} />}
    />
  );
}

function TagEditor({ value, label, onSave, onCancel }: EditorProps<RecordId[]>) {
  const { t } = useTranslation("leads");
  const tags = useListItems("tags");
  const [chosen, setChosen] = useState(value);
  const focusFirst = useFocusFirst();
  return (
    <Select<RecordId[]>
      mode="multiple"
      maxCount={10}
      ref={focusFirst}
      defaultOpen
      aria-label={label}
      value={chosen}
      options={tags?.map(({ recordID, name }) => ({ value: recordID, label: name })) ?? []}
      showSearch={{ optionFilterProp: "label" }}
      placeholder={t("choose")}
      notFoundContent={t("noTags")}
      onChange={setChosen}
      onBlur={() => onSave(chosen)}
      onInputKeyDown={(event) => {
        if (event.key !== "Escape" || isComposing(event.nativeEvent)) return;
        event.preventDefault();
        onCancel();
      }}
    />
  );
}
