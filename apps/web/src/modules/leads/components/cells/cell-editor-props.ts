import type { LeadRow } from "@homeroom/contract/leads";
import type { AfterEdit } from "#ui/data-table/cell-editing.ts";
import type { CellChange } from "../../api/cell-writes.ts";

export interface CellEditorProps {
  lead: LeadRow;
  /** Shows on the cell why the input is not saved. */
  onRefuse: (message: string) => void;
  onSave: (change: CellChange) => void;
  onDone: (after: AfterEdit) => void;
}
