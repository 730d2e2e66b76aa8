import type { LeadId } from "@homeroom/contract/ids";
import type { LeadRow } from "@homeroom/contract/leads";
import {
  type ComponentProps,
  memo,
  Suspense,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
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
  const place = leadId ? sequence.indexOf(leadId) : -1;
  const previous = place > 0 ? sequence[place - 1] : undefined;
  const next = place >= 0 ? sequence[place + 1] : undefined;
  const moves = useLatest({
    onEdit: (editing: boolean) => desk.change({ edit: editing ? "1" : null }),
    onClose: desk.close,
    onPrevious: () => previous && desk.open(previous),
    onNext: () => {
      if (!next) return;
      if (desk.view === "table" && place >= sequence.length - rowsBeforeEnd && list.hasMore) list.loadMore();
      desk.open(next);
    },
  });
  if (!leadId) return null;

  const drawn = last ?? leadId;
  return (
    <Suspense fallback={null}>
      <FollowingPanel
        isBehind={drawn !== leadId}
        leadId={drawn}
        editing={drawn === leadId && desk.search.has("edit")}
        onEdit={moves.onEdit}
        onClose={moves.onClose}
        {...(desk.view !== "table" && { sequence })}
        onPrevious={previous && moves.onPrevious}
        onNext={next && moves.onNext}
      />
    </Suspense>
  );
}

/** The panel, of which nothing is drawn while the list is at another lead already. Its handlers must be those of `useLatest`. */
const FollowingPanel = memo(
  function FollowingPanel({ isBehind: _, ...panel }: ComponentProps<typeof LeadPanel> & { isBehind: boolean }) {
    return <LeadPanel {...panel} />;
  },
  (_before, { isBehind }) => isBehind,
);

type Moves = Record<string, (...given: never[]) => unknown>;

/** The same functions at each render, which do what those of the last render do. */
function useLatest<Given extends Moves>(given: Given): Given {
  const latest = useRef(given);
  useLayoutEffect(() => {
    latest.current = given;
  });
  const [same] = useState(
    () =>
      Object.fromEntries(
        Object.keys(given).map((name) => [name, (...values: never[]) => latest.current[name]?.(...values)]),
      ) as Given,
  );
  return same;
}
