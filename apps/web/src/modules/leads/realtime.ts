import type { LeadId } from "@homeroom/contract/ids";
import type { LeadCard } from "@homeroom/contract/leads";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { onReconnect, useRealtime } from "#platform/realtime.ts";
import { leadKeys } from "./api/queries.ts";
import { type Rows, refreshLead } from "./api/refresh-lead.ts";

/** Changes that come together are fetched together. */
const gatherMs = 250;
/** More than these at once: an import or an assignment of many; the lists are asked for anew. */
const mostSingly = 10;

/**
 * Keeps lists and cards that are on screen up to date. Answers how many leads have come that no list shows yet, and the
 * way to ask for them: rows never move under the reader by themselves.
 */
export function useLiveLeads(): { arrived: number; showArrived: () => void } {
  const client = useQueryClient();
  const waiting = useRef(new Map<LeadId, number>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [arrived, setArrived] = useState<ReadonlySet<LeadId>>(new Set());

  const flush = useCallback(() => {
    timer.current = undefined;
    const changes = [...waiting.current];
    waiting.current.clear();
    const known = changes.filter(([leadId]) => knownVersion(client, leadId) !== undefined);
    const fresh = changes.flatMap(([leadId, version]) =>
      version === 1 && knownVersion(client, leadId) === undefined ? [leadId] : [],
    );
    if (fresh.length > 0) setArrived((before) => new Set([...before, ...fresh]));
    const outdated = known.filter(([leadId, version]) => (knownVersion(client, leadId) ?? 0) < version);
    if (outdated.length > mostSingly) void client.invalidateQueries({ queryKey: leadKeys.all });
    else for (const [leadId] of outdated) void refreshLead(client, leadId);
  }, [client]);

  const handleChange = useCallback(
    ({ leadId, version }: { leadId: LeadId; version: number }) => {
      waiting.current.set(leadId, Math.max(version, waiting.current.get(leadId) ?? 0));
      timer.current ??= setTimeout(flush, gatherMs);
    },
    [flush],
  );
  useRealtime("lead.changed", handleChange);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => onReconnect(() => void client.invalidateQueries({ queryKey: leadKeys.all })), [client]);

  const showArrived = useCallback(() => {
    setArrived(new Set());
    void client.resetQueries({ queryKey: leadKeys.lists });
  }, [client]);
  return { arrived: arrived.size, showArrived };
}

/** The version of a lead that this page has; undefined when it shows it nowhere. */
function knownVersion(client: QueryClient, leadId: LeadId): number | undefined {
  const card = client.getQueryData<LeadCard>(leadKeys.card(leadId));
  const lists = client.getQueriesData<Rows>({ queryKey: leadKeys.lists });
  const rows = lists.flatMap(([, data]) => data?.pages.flatMap((page) => page.list) ?? []);
  const versions = rows.filter((row) => row.leadId === leadId).map((row) => row.version);
  if (card) versions.push(card.version);
  return versions.length > 0 ? Math.min(...versions) : undefined;
}
