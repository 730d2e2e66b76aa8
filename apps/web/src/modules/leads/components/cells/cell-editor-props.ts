import type { LeadRow } from "@homeroom/contract/leads";
import type { AfterEdit } from "#ui/data-table/cell-editing.ts";
import type { CellChange } from "../../api/cell-writes.ts";

export interface CellEditorProps {
  lead: LeadRow;
  /** Says on the cell why what was written is not saved. */
  onRefuse: (message: string) => void;
  onSave: (change: CellChange) => void;
  onDone: (after: AfterEdit) => void;
}
