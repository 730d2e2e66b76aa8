import type { LeadRow } from "@homeroom/contract/leads";
import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, lazy, Suspense, useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useCan, useUser } from "#platform/access.ts";
import type { OpenEditor } from "#ui/data-table/cell-editing.ts";
import type { Column } from "#ui/data-table/column.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import type { CellChange, CellWrites } from "../../api/cell-writes.ts";
import { shownLead } from "../../api/writes.ts";
import type { EditedField } from "../../rules/edited-fields.ts";
import { changeBack } from "../../rules/pasted-change.ts";
import type { LeadCellEditorProps } from "./cell-editors.tsx";

let fetched: ComponentType<LeadCellEditorProps> | undefined;

/** Preloads the editors before the first key press, so that no key is lost. */
export async function prefetchEditors() {
  const { LeadCellEditor } = await import("./cell-editors.tsx");
  fetched = LeadCellEditor;
  return { default: LeadCellEditor };
}

const LaterEditor = lazy(prefetchEditors);

/** The cells of a lead's row that this reader can change, and their editors. */
export function useCellEditing({ save, refuse, problemOf }: CellWrites) {
  const can = useCan();
  const { accountID } = useUser();
  const mayEdit = can("crm:lead:edit");
  const mayAssign = can("crm:lead:assign");
  const saveWithUndo = useSaveWithUndo(save);

  return useCallback(
    <Row extends LeadRow>(field: EditedField): Pick<Column<Row>, "edit" | "problem"> => {
      if (!mayEdit) return {};
      // Without the permission to assign, a person can take an unassigned lead, or release their own.
      const mayChange = (lead: LeadRow) =>
        (field !== "sales" && field !== "tutor") ||
        mayAssign ||
        lead[field] === null ||
        lead[field].accountID === accountID;
      return {
        edit: (lead: Row): OpenEditor | undefined =>
          mayChange(lead)
            ? ({ done }) => {
                const Editor = fetched ?? LaterEditor;
                return (
                  <Suspense fallback={null}>
                    <Editor
                      lead={lead}
                      field={field}
                      people={mayAssign ? "all" : "self"}
                      onSave={(change) => void saveWithUndo(lead, field, change)}
                      onRefuse={(message) => refuse(lead.leadId, field, message)}
                      onDone={done}
                    />
                  </Suspense>
                );
              }
            : undefined,
        problem: (lead: Row) => problemOf(lead.leadId, field),
      };
    },
    [mayEdit, mayAssign, accountID, saveWithUndo, refuse, problemOf],
  );
}

/** Saves a cell and offers to undo it; after several changes, the latest. */
function useSaveWithUndo(save: CellWrites["save"]) {
  const { t } = useTranslation("leads");
  const client = useQueryClient();
  const { failed, undoable } = useFeedback();
  return useCallback(
    async (before: LeadRow, field: EditedField, change: CellChange) => {
      const { leadId } = before;
      if (!(await save(leadId, change))) return;
      const takeBack = () => {
        const back = changeBack(before, shownLead(client, leadId), change);
        if (back) void save(leadId, back);
        else failed(t("card.changedSince"));
      };
      undoable(t("card.changed", { field: t(`fields.${field}`) }), takeBack, "cell");
    },
    [save, client, t, failed, undoable],
  );
}
