import { RecordId } from "@homeroom/contract/ids";
import { Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useListItems } from "#platform/choices.ts";
import { useClearing } from "#ui/choice/use-clearing.tsx";
import type { BulkOrder } from "../../api/bulk.ts";

import { type AskedLeads, BulkDialog, DialogField } from "./bulk-dialog.tsx";
import { useBulkWords } from "./use-bulk-words.ts";

/** The choice "none", since an empty choice means "unchanged". */
const none = "none";

interface Choice {
  status?: string | undefined;
  result?: string | undefined;
  regularContact?: string | undefined;
}

/** Sets the status, contact result or regular contact of the selected leads; fields without a choice stay as they are. */
export function StatusDialog(props: AskedLeads) {
  const clearing = useClearing();
  const { t } = useTranslation("leads");
  const { question } = useBulkWords();
  const [choice, setChoice] = useState<Choice>({});
  const lists = {
    status: useListItems("leadStatuses"),
    result: useListItems("contactResults"),
    regularContact: useListItems("regularContactTypes"),
  };
  return (
    <BulkDialog
      {...props}
      title={question("status", props.count)}
      verb={t("bulk.status.verb")}
      actions={actionsOf(choice)}
    >
      {(["status", "result", "regularContact"] as const).map((field) => (
        <DialogField key={field} label={t(`bulk.status.fields.${field}`)}>
          <Select
            allowClear={clearing}
            value={choice[field] ?? null}
            options={[
              ...(lists[field] ?? []).map(({ recordID, name }) => ({ value: recordID as string, label: name })),
              { value: none, label: t("bulk.status.none") },
            ]}
            showSearch={{ optionFilterProp: "label" }}
            placeholder={t("bulk.status.unchanged")}
            onChange={(value: string | null | undefined) =>
              setChoice((before) => ({ ...before, [field]: value ?? undefined }))
            }
          />
        </DialogField>
      ))}
    </BulkDialog>
  );
}

function actionsOf({ status, result, regularContact }: Choice): BulkOrder["action"][] {
  const id = (value: string) => (value === none ? null : RecordId.parse(value));
  const actions: BulkOrder["action"][] = [];
  if (status || result)
    actions.push({ kind: "status", ...(status && { status: id(status) }), ...(result && { result: id(result) }) });
  if (regularContact) actions.push({ kind: "regularContact", regularContact: id(regularContact) });
  return actions;
}
