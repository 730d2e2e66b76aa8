import type { LeadRow } from "@homeroom/contract/leads";
import { type ComponentType, lazy, Suspense } from "react";
import { useCan, useUser } from "#platform/access.ts";
import type { OpenEditor } from "#ui/data-table/cell-editing.ts";
import type { Column } from "#ui/data-table/column.ts";
import type { CellWrites } from "../../api/cell-writes.ts";
import type { EditedField } from "../../rules/edited-fields.ts";
import type { LeadCellEditorProps } from "./cell-editors.tsx";

let fetched: ComponentType<LeadCellEditorProps> | undefined;

/** Fetches the editors before the first key is pressed, so that none is lost. */
export async function prefetchEditors() {
  const { LeadCellEditor } = await import("./cell-editors.tsx");
  fetched = LeadCellEditor;
  return { default: LeadCellEditor };
}

const LaterEditor = lazy(prefetchEditors);

/** The cells of a lead's row that this reader can change, and their editors. */
export function useCellEditing({ save, problemOf }: CellWrites) {
  const can = useCan();
  const { accountID } = useUser();
  const mayEdit = can("crm:lead:edit");
  const mayAssign = can("crm:lead:assign");

  const mayChange = (lead: LeadRow, field: EditedField) => {
    if (!mayEdit) return false;
    if (field !== "sales" && field !== "tutor") return true;
    // Without the right to assign, a person takes a lead without owner, or releases their own.
    return mayAssign || lead[field] === null || lead[field].accountID === accountID;
  };
  return function editing<Row extends LeadRow>(field: EditedField): Pick<Column<Row>, "edit" | "problem"> {
    if (!mayEdit) return {};
    return {
      edit: (lead: Row): OpenEditor | undefined =>
        mayChange(lead, field)
          ? ({ done }) => {
              const Editor = fetched ?? LaterEditor;
              return (
                <Suspense fallback={null}>
                  <Editor
                    lead={lead}
                    field={field}
                    people={mayAssign ? "all" : "self"}
                    onSave={(change) => void save(lead.leadId, change)}
                    onDone={done}
                  />
                </Suspense>
              );
            }
          : undefined,
      problem: (lead: Row) => problemOf(lead.leadId, field),
    };
  };
}
