import { RecordId } from "@homeroom/contract/ids";
import { Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useListItems } from "#platform/choices.ts";
import { tabLeaves } from "#ui/keyboard/tab-leaves.ts";
import { type AskedLeads, BulkDialog, DialogField } from "./bulk-dialog.tsx";
import { useBulkWords } from "./use-bulk-words.ts";

/** Adds and removes tags of the selected leads. */
export function TagsDialog(props: AskedLeads) {
  const { t } = useTranslation("leads");
  const { question } = useBulkWords();
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  const ids = (values: readonly string[]) => values.map((id) => RecordId.parse(id));
  const ready = add.length + remove.length > 0;

  return (
    <BulkDialog
      {...props}
      title={question("tags", props.count)}
      verb={t("bulk.tags.verb")}
      actions={ready ? [{ kind: "tags", add: ids(add), remove: ids(remove) }] : []}
    >
      <DialogField label={t("bulk.tags.add")}>
        <TagsSelect value={add} without={remove} onChange={setAdd} />
      </DialogField>
      <DialogField label={t("bulk.tags.remove")}>
        <TagsSelect value={remove} without={add} onChange={setRemove} />
      </DialogField>
    </BulkDialog>
  );
}

interface TagsSelectProps {
  value: string[];
  /** The tags chosen in the other field. */
  without: readonly string[];
  onChange: (value: string[]) => void;
}

function TagsSelect({ value, without, onChange }: TagsSelectProps) {
  const { t } = useTranslation("leads");
  const tags = useListItems("tags") ?? [];
  const left = tags.filter(({ recordID }) => !without.includes(recordID));
  return (
    <Select
      mode="multiple"
      onInputKeyDown={tabLeaves}
      value={value}
      options={left.map(({ recordID, name }) => ({ value: recordID, label: name }))}
      showSearch={{ optionFilterProp: "label" }}
      placeholder={t("bulk.choose")}
      onChange={onChange}
    />
  );
}
