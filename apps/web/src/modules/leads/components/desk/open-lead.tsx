import type { LeadId } from "@homeroom/contract/ids";
import type { LeadRow } from "@homeroom/contract/leads";
import { Suspense, useDeferredValue, useEffect, useRef } from "react";
import type { ListState } from "#ui/data-table/list-state.ts";
import { LeadPanel } from "../lazy-lead-panel.ts";
import type { Desk } from "./use-desk.ts";
import { useSequence } from "./use-sequence.ts";

interface OpenLeadProps {
  desk: Desk;
  list: ListState<LeadRow>;
  /** The panel is closed: the keyboard goes on where it was opened. */
  onClosed: (leadId: LeadId) => void;
}

const rowsBeforeEnd = 3;

/** The lead of the address beside its list, with the ways to the one before and the one after. */
export function OpenLead({ desk, list, onClosed }: OpenLeadProps) {
  const { leadId } = desk;
  const sequence = useSequence(desk, list);
  const before = useRef(leadId);
  useEffect(() => {
    if (before.current && !leadId) onClosed(before.current);
    before.current = leadId;
  });
  // From one lead to the next the list moves at once; the panel, which is much more to draw, follows.
  const last = useDeferredValue(leadId);
  if (!leadId) return null;

  const drawn = last ?? leadId;
  const place = sequence.indexOf(leadId);
  const previous = place > 0 ? sequence[place - 1] : undefined;
  const next = place >= 0 ? sequence[place + 1] : undefined;
  return (
    <Suspense fallback={null}>
      <LeadPanel
        leadId={drawn}
        editing={drawn === leadId && desk.search.has("edit")}
        onEdit={(editing) => desk.change({ edit: editing ? "1" : null })}
        onClose={desk.close}
        {...(desk.view !== "table" && { sequence })}
        onPrevious={previous && (() => desk.open(previous))}
        onNext={
          next &&
          (() => {
            if (desk.view === "table" && place >= sequence.length - rowsBeforeEnd && list.hasMore) list.loadMore();
            desk.open(next);
          })
        }
      />
    </Suspense>
  );
}
