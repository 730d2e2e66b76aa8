import type { LeadId, RecordId } from "@homeroom/contract/ids";
import type { LeadQuery } from "@homeroom/contract/lead-query";
import type { LeadRow } from "@homeroom/contract/leads";
import { type InfiniteData, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { choiceChange } from "../rules/cell-change.ts";
import type { CellWrites } from "./cell-writes.ts";
import { deskKeys } from "./desk.ts";

/** The part of a column that is known before its cards load. */
export interface BoardColumnHead {
  /** The status's id, or "none". */
  key: string;
  status: ColumnStatus;
  name: string;
  total: number;
  totalIsEstimate: boolean;
}

type Column = InfiniteData<{ list: LeadRow[]; nextCursor: string | null }>;
type Counts = { statusID: RecordId | null; total: number; totalIsEstimate: boolean }[];

/** A status as a column of the board; null for leads without one. */
export type ColumnStatus = { recordID: RecordId; name: string } | null;

/**
 * Moves a lead to another column, optimistically, and back if the server refuses. With several moves of a lead, the last
 * decides where it is shown. Resolves to whether it was saved.
 */
export function useBoardMove(query: LeadQuery, { save }: CellWrites) {
  const client = useQueryClient();
  // Leads with pending moves: how many, and the column on the server.
  const underWay = useRef(new Map<LeadId, { moves: number; stored: ColumnStatus }>());
  return async (lead: LeadRow, to: ColumnStatus): Promise<boolean> => {
    const change = choiceChange(lead, "status", to ? { value: to.recordID, label: to.name } : undefined);
    if (!change) return true;
    const place = underWay.current.get(lead.leadId) ?? { moves: 0, stored: lead.status };
    underWay.current.set(lead.leadId, place);
    place.moves += 1;
    moveCard(client, query, lead, to);
    const saved = await save(lead.leadId, change);
    place.moves -= 1;
    if (saved) place.stored = to;
    if (place.moves > 0) return saved;
    underWay.current.delete(lead.leadId);
    if (!saved) {
      // A refetch may fail for the same reason.
      moveCard(client, query, { ...lead, status: to }, place.stored);
      await client.invalidateQueries({ queryKey: deskKeys.boards });
    }
    return saved;
  };
}

function moveCard(client: QueryClient, query: LeadQuery, lead: LeadRow, to: ColumnStatus): void {
  const from = lead.status?.recordID ?? null;
  const target = to?.recordID ?? null;
  const stays = (row: LeadRow) => row.leadId !== lead.leadId;
  client.setQueryData<Column>(
    deskKeys.column(from, query),
    (column) =>
      column && { ...column, pages: column.pages.map((page) => ({ ...page, list: page.list.filter(stays) })) },
  );
  client.setQueryData<Column>(deskKeys.column(target, query), (column) => {
    const [first, ...others] = column?.pages ?? [];
    if (!column || !first) return column;
    const list = [{ ...lead, status: to }, ...first.list.filter(stays)];
    return { ...column, pages: [{ ...first, list }, ...others] };
  });
  client.setQueryData<Counts>(deskKeys.counts(query), (counts) =>
    counts?.map((one) => {
      const by = one.statusID === target ? 1 : one.statusID === from ? -1 : 0;
      return by === 0 ? one : { ...one, total: Math.max(0, one.total + by) };
    }),
  );
}
