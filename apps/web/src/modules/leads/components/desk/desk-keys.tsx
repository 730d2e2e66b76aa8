import type { LeadRow } from "@homeroom/contract/leads";
import { lazy, type RefObject, Suspense, useState } from "react";
import { useCan } from "#platform/access.ts";
import { useLoadedAhead } from "#platform/use-loaded-ahead.ts";
import type { TableHandle } from "#ui/data-table/data-table-props.ts";
import type { ListState } from "#ui/data-table/list-state.ts";
import { useShortcut } from "#ui/keyboard/use-shortcut.ts";
import { prefetchEditors } from "../cells/lead-cell.tsx";
import { writeNoteNext } from "../follow/note-next.ts";
import { prefetchPanel } from "../lazy-lead-panel.ts";
import type { Desk } from "./use-desk.ts";

const KeyHelp = lazy(() => import("./key-help.tsx").then((file) => ({ default: file.KeyHelp })));

interface DeskKeysProps {
  desk: Desk;
  /** Null while a view other than the table is on screen. */
  table: RefObject<TableHandle<LeadRow> | null> | null;
  list: ListState<LeadRow>;
}

/** The shortcuts of the desk. While a lead is open beside it, the letters belong to the panel. */
export function DeskKeys({ desk, table }: DeskKeysProps) {
  const can = useCan();
  const [helps, setHelps] = useState(false);
  const isFree = desk.leadId === undefined && !desk.search.has("new") && !helps;
  const inTable = { enabled: isFree && table !== null };
  const withRow = (act: (table: TableHandle<LeadRow>) => void) => () => table?.current && act(table.current);

  useShortcut(
    "j",
    withRow((rows) => rows.step(1)),
    inTable,
  );
  useShortcut(
    "k",
    withRow((rows) => rows.step(-1)),
    inTable,
  );
  useShortcut(
    "o",
    withRow((rows) => openRow(rows)),
    inTable,
  );
  useShortcut(
    "n",
    withRow((rows) => openRow(rows, true)),
    inTable,
  );
  useShortcut(
    "e",
    withRow((rows) => rows.edit()),
    inTable,
  );
  useShortcut(
    "s",
    withRow((rows) => rows.edit("status")),
    inTable,
  );
  useShortcut(
    "a",
    withRow((rows) => rows.edit("sales")),
    inTable,
  );
  useShortcut(
    "t",
    withRow((rows) => rows.edit("tag")),
    inTable,
  );
  useShortcut(
    "d",
    withRow((rows) => rows.edit("nextContactDate")),
    inTable,
  );
  useShortcut(
    "x",
    withRow((rows) => rows.toggleSelected()),
    inTable,
  );
  useShortcut(
    "mod+a",
    withRow((rows) => rows.selectLoaded()),
    { ...inTable, whileWriting: false },
  );
  useShortcut("Escape", desk.selection.clear, { enabled: isFree && isSelecting(desk), whileWriting: false });
  useShortcut("c", () => desk.change({ new: "1", lead: null }), { enabled: isFree && can("crm:lead:add") });
  useShortcut("?", () => setHelps(true), { enabled: isFree });
  const openRow = (rows: TableHandle<LeadRow>, toNote = false) => {
    const lead = rows.active();
    if (!lead) return;
    if (toNote) writeNoteNext();
    desk.open(lead.leadId);
  };

  useLoadedAhead(prefetchParts, prefetchAfterMs);
  if (!helps) return null;
  return (
    <Suspense fallback={null}>
      <KeyHelp onClose={() => setHelps(false)} />
    </Suspense>
  );
}

const prefetchAfterMs = 1500;

function prefetchParts(): void {
  void prefetchEditors();
  void prefetchPanel();
}

function isSelecting({ selection }: Desk): boolean {
  return selection.allMatching || selection.keys.size > 0;
}
