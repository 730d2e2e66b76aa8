import type { LeadId } from "@homeroom/contract/ids";
import { type ChangeLeadForm, type LeadRow, leads } from "@homeroom/contract/leads";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "#platform/api.ts";
import type { CellProblem } from "#ui/data-table/cell-editing.ts";
import { deskKeys } from "./desk.ts";
import { leadKeys } from "./queries.ts";
import { patchLead, refreshLead, shownLead } from "./writes.ts";

/** A change in a lead's row: what is sent, and what the row shows at once. */
export interface CellChange {
  column: string;
  changes: ChangeLeadForm["changes"];
  shown: Partial<LeadRow>;
}

export interface CellWrites {
  /** Resolves to whether it was saved. Failed changes are in `problemOf`, with a retry. */
  save: (leadId: LeadId, change: CellChange) => Promise<boolean>;
  /** Shows on a cell why a value was not sent. */
  refuse: (leadId: LeadId, column: string, message: string) => void;
  problemOf: (leadId: LeadId, column: string) => CellProblem | undefined;
}

/**
 * Saves single fields of leads from their rows, optimistically, and reverts on failure. Changes of one lead run one after
 * another, each with the version from the one before, so that people do not conflict with themselves.
 */
export function useCellWrites(): CellWrites {
  const client = useQueryClient();
  const again = useRef<CellWrites["save"]>(() => Promise.resolve(false));
  const turns = useRef(new Map<LeadId, Promise<boolean>>());
  // A saved change can still be undone after its lead has left the screen.
  const saved = useRef(new Map<LeadId, number>());
  const underWay = useRef(new Map<LeadId, UnderWay>());
  const { setProblem, refuse, problemOf } = useProblems();

  const save = useCallback(
    (leadId: LeadId, change: CellChange): Promise<boolean> => {
      const key = `${leadId} ${change.column}`;
      const before = shownLead(client, leadId);
      const { stored, changes } = underWay.current.get(leadId) ?? { stored: before, changes: [] };
      underWay.current.set(leadId, { stored, changes: [...changes, change] });
      patchLead(client, leadId, change.shown);
      setProblem(key, null);
      const send = async () => {
        let failure = "";
        try {
          // A row that was restored on screen may be older than the saved one.
          const shown = shownLead(client, leadId) ?? before;
          const version = Math.max(shown?.version ?? 0, saved.current.get(leadId) ?? 0);
          const { resultData } = await api.call(
            leads.change,
            { leadId, version, changes: change.changes },
            { onFailure: ({ name }) => (failure = name ?? "") },
          );
          saved.current.set(leadId, resultData.version);
          const { shown: still } = endOf(underWay.current, leadId, change, true);
          patchLead(client, leadId, { ...still, version: resultData.version });
          renewRest(client, leadId);
          return true;
        } catch (reason) {
          const { shown: still, stored: row, isReplaced } = endOf(underWay.current, leadId, change, false);
          if (row) patchLead(client, leadId, valuesBefore(row, still));
          // Somebody else has saved: their version is shown, and the change can be retried on top of it.
          if (failure === "STALE_DATA" || failure === "NOT_FOUND") await refreshLead(client, leadId);
          if (isReplaced) return false;
          setProblem(key, {
            message: String(reason),
            retry: () => void again.current(leadId, change).then((isSaved) => isSaved && renewPlaces(client)),
            leave: () => setProblem(key, null),
          });
          return false;
        }
      };
      const turn = (turns.current.get(leadId) ?? Promise.resolve(true)).then(send);
      turns.current.set(leadId, turn);
      return turn;
    },
    [client, setProblem],
  );
  useEffect(() => {
    again.current = save;
  }, [save]);
  return { save, refuse, problemOf };
}

/**
 * Refetches everything else that shows a lead; the board and the calendar are already changed on screen and only marked
 * stale.
 */
function renewRest(client: QueryClient, leadId: LeadId): void {
  for (const of of ["card", "history", "notes"] as const)
    void client.invalidateQueries({ queryKey: leadKeys[of](leadId) });
  for (const queryKey of [deskKeys.boards, deskKeys.calendars])
    void client.invalidateQueries({ queryKey, refetchType: "none" });
}

/** Refetches the columns and days of leads: a refused move was reverted on screen, then saved after all. */
function renewPlaces(client: QueryClient): void {
  for (const queryKey of [deskKeys.boards, deskKeys.calendars]) void client.invalidateQueries({ queryKey });
}

/** Failed saves, by lead and column. */
function useProblems() {
  const [problems, setProblems] = useState<ReadonlyMap<string, CellProblem>>(new Map());
  const setProblem = useCallback((key: string, problem: CellProblem | null) => {
    setProblems((before) => {
      if (problem === null && !before.has(key)) return before;
      const next = new Map(before);
      if (problem) next.set(key, problem);
      else next.delete(key);
      return next;
    });
  }, []);
  const refuse = useCallback(
    (leadId: LeadId, column: string, message: string) => {
      const key = `${leadId} ${column}`;
      setProblem(key, { message, leave: () => setProblem(key, null) });
    },
    [setProblem],
  );
  const problemOf = useCallback((leadId: LeadId, column: string) => problems.get(`${leadId} ${column}`), [problems]);
  return { setProblem, refuse, problemOf };
}

/** The pending changes of a lead, the oldest first, and its stored row. */
interface UnderWay {
  stored: LeadRow | undefined;
  changes: CellChange[];
}

/**
 * Called when the oldest change of a lead has ended. Returns its values that no later change has replaced on screen, the
 * stored row, and whether its cell has been changed again.
 */
function endOf(underWay: Map<LeadId, UnderWay>, leadId: LeadId, change: CellChange, isSaved: boolean) {
  const { stored: row, changes = [] } = underWay.get(leadId) ?? {};
  const stored = isSaved && row ? { ...row, ...change.shown } : row;
  const later = changes.filter((one) => one !== change);
  if (later.length > 0) underWay.set(leadId, { stored, changes: later });
  else underWay.delete(leadId);
  const kept = Object.entries(change.shown).filter(([field]) => !later.some(({ shown }) => field in shown));
  return {
    shown: Object.fromEntries(kept) as Partial<LeadRow>,
    stored,
    isReplaced: later.some(({ column }) => column === change.column),
  };
}

function valuesBefore(before: LeadRow, shown: Partial<LeadRow>): Partial<LeadRow> {
  return Object.fromEntries(Object.keys(shown).map((key) => [key, before[key as keyof LeadRow]])) as Partial<LeadRow>;
}
