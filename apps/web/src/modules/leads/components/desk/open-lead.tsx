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
  /** Called when the panel is closed: the focus returns to where it was opened. */
  onClosed: (leadId: LeadId) => void;
}

const rowsBeforeEnd = 3;

/** The lead of the address beside its list, with buttons for the previous and next one. */
export function OpenLead({ desk, list, onClosed }: OpenLeadProps) {
  const { leadId } = desk;
  const sequence = useSequence(desk, list);
  const before = useRef(leadId);
  useEffect(() => {
    if (before.current && !leadId) onClosed(before.current);
    before.current = leadId;
  });
  // Between leads the list moves at once; the panel, which is slower to render, follows.
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

/** The panel, which skips rendering while the list has already moved to another lead. Its handlers must come from `useLatest`. */
const FollowingPanel = memo(
  function FollowingPanel({ isBehind: _, ...panel }: ComponentProps<typeof LeadPanel> & { isBehind: boolean }) {
    return <LeadPanel {...panel} />;
  },
  (_before, { isBehind }) => isBehind,
);

type Moves = Record<string, (...given: never[]) => unknown>;

/** Stable functions that call those of the latest render. */
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
