import type { LeadId } from "@homeroom/contract/ids";
import type { LeadCard } from "@homeroom/contract/leads";
import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { onMissed, useRealtime } from "#platform/realtime.ts";
import { useGathered } from "#platform/use-gathered.ts";
import { deskKeys } from "./api/desk.ts";
import { leadKeys, refetchesOnFocus } from "./api/queries.ts";
import { type Rows, refreshLead, shownLead } from "./api/writes.ts";

/** Changes within this time are fetched together. */
const gatherMs = 250;
/** More changes than this at once mean an import or a bulk assignment: the lists are reloaded. */
const maxSingleReloads = 10;

/** The board and the calendar are refetched at most this often, however much others change. */
const overviewEveryMs = 5000;

/**
 * Keeps visible lists and cards up to date. Returns the number of new leads that no list shows yet, whether a list that is
 * scrolled far down is out of date, and a function that reloads: rows never move under the reader by themselves.
 */
export function useLiveLeads(): { arrived: number; outdated: boolean; showArrived: () => void } {
  const client = useQueryClient();
  const waiting = useRef(new Map<LeadId, number>());
  const [arrived, setArrived] = useState<ReadonlySet<LeadId>>(new Set());
  const [outdatedList, setOutdatedList] = useState(false);
  const renewOverviews = useOverviews(client);
  const renew = useCallback(() => {
    const isDeep = (query: Query) => query.queryKey[1] === "list" && !refetchesOnFocus(query as Query<Rows>);
    const isShown = (query: Query) => !isDeep(query) && query.queryKey[1] !== leadKeys.choices[1];
    void client.invalidateQueries({ queryKey: leadKeys.all, predicate: isShown });
    const deep = client.getQueryCache().findAll({ queryKey: leadKeys.lists, type: "active", predicate: isDeep });
    if (deep.length > 0) setOutdatedList(true);
  }, [client]);

  const takeIn = useGathered(gatherMs, () => {
    const changes = [...waiting.current];
    waiting.current.clear();
    const known = changes.filter(([leadId]) => knownVersion(client, leadId) !== undefined);
    const fresh = changes.flatMap(([leadId, version]) =>
      version === 1 && knownVersion(client, leadId) === undefined ? [leadId] : [],
    );
    if (fresh.length > 0) setArrived((before) => new Set([...before, ...fresh]));
    const outdated = known.filter(([leadId, version]) => (knownVersion(client, leadId) ?? 0) < version);
    if (outdated.length > maxSingleReloads) return renew();
    for (const [leadId] of outdated) void refreshLead(client, leadId);
    if (fresh.length + outdated.length > 0) renewOverviews();
  });

  const handleChange = useCallback(
    ({ leadId, version }: { leadId: LeadId; version: number }) => {
      waiting.current.set(leadId, Math.max(version, waiting.current.get(leadId) ?? 0));
      takeIn();
    },
    [takeIn],
  );
  useRealtime("lead.changed", handleChange);
  useRealtime("leads.changed", renew);
  useEffect(() => onMissed(renew), [renew]);

  const showArrived = useCallback(() => {
    setArrived(new Set());
    setOutdatedList(false);
    void client.resetQueries({ queryKey: leadKeys.lists });
  }, [client]);
  return { arrived: arrived.size, outdated: outdatedList, showArrived };
}

/** Refetches the board and the calendar, throttled, if one of them is on screen. */
function useOverviews(client: QueryClient): () => void {
  return useGathered(overviewEveryMs, () => {
    for (const queryKey of [deskKeys.boards, deskKeys.calendars]) void client.invalidateQueries({ queryKey });
  });
}

/** The cached version of a lead; undefined if it is not shown anywhere. */
function knownVersion(client: QueryClient, leadId: LeadId): number | undefined {
  const card = client.getQueryData<LeadCard>(leadKeys.card(leadId));
  const shown = shownLead(client, leadId);
  const versions = [card?.version, shown?.version].filter((version) => version !== undefined);
  return versions.length > 0 ? Math.min(...versions) : undefined;
}
