import type { LeadRow } from "@homeroom/contract/leads";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { itemsQuery } from "#platform/choices.ts";
import { useNumberText } from "#platform/number-text.ts";
import { DragGhost } from "#ui/drag/drag-ghost.tsx";
import { usePointerDrag } from "#ui/drag/use-pointer-drag.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { ErrorState } from "#ui/states/error-state.tsx";
import { type BoardColumnHead, useBoardMove } from "../../api/board-moves.ts";
import { useBoardCounts } from "../../api/desk.ts";

import type { Desk } from "../desk/use-desk.ts";
import styles from "./board.module.css";
import { BoardColumn, ColumnSkeleton } from "./board-column.tsx";
import { useBoardKeys } from "./use-board-keys.ts";

const columnsInSight = 4;

/**
 * Leads by status. A card is dragged to another column, lifted with the space bar and carried with the arrow keys, or moved
 * with its menu. A phone shows one column at a time.
 */
export function Board({ desk }: { desk: Desk }) {
  const { t } = useTranslation("leads");
  const { undoable } = useFeedback();
  const mayMove = useCan()("crm:lead:edit");
  const narrow = useNarrow(768);
  const { columns, loading, error, retry } = useColumns(desk);
  const move = useBoardMove(desk.query, desk.writes);
  const [shown, setShown] = useState<string | null>(null);

  const moveTo = async (lead: LeadRow, key: string) => {
    const target = columns.find((column) => column.key === key);
    if (!mayMove || !target || (lead.status?.recordID ?? "none") === key) return;
    const before = lead.status;
    if (!(await move(lead, target.status))) return;
    undoable(t("board.moved", { name: lead.nickname, status: target.name }), () => {
      void move({ ...lead, status: target.status }, before);
    });
  };
  const drag = usePointerDrag<LeadRow>((lead, key) => void moveTo(lead, key));
  const keys = useBoardKeys({ columns, mayMove, onMove: moveTo, onOpen: (lead) => desk.open(lead.leadId) });
  if (error !== null) return <ErrorState message={error} onRetry={retry} />;

  const current = columns.find(({ key }) => key === shown) ?? columns[0];
  return (
    <div className={laid("column fill")}>
      {narrow && current && <ColumnSwitch columns={columns} current={current.key} onChange={setShown} />}
      <div
        className={laid("fill flexBox gap12", styles.columns)}
        data-drag-scroll="x"
        aria-busy={loading}
        data-lifted={keys.lifted ? true : undefined}
      >
        {loading && Array.from({ length: narrow ? 1 : columnsInSight }, (_, at) => <ColumnSkeleton key={at} />)}
        {(narrow ? columns.filter((column) => column === current) : columns).map((column) => (
          <BoardColumn
            key={column.key}
            column={column}
            others={mayMove ? columns.filter((other) => other !== column) : []}
            desk={desk}
            keys={keys}
            isTarget={(drag.dragged?.over ?? keys.lifted?.target) === column.key}
            draggedId={drag.dragged?.thing.leadId ?? keys.lifted?.lead.leadId}
            onDrag={mayMove ? drag.start : undefined}
            onMove={keys.moveTo}
          />
        ))}
      </div>
      <p className={laid("clip absolute", styles.said)} aria-live="assertive">
        {keys.lifted && t("board.lifted", { name: keys.lifted.lead.nickname, status: keys.lifted.targetName })}
      </p>
      {drag.dragged && (
        <DragGhost x={drag.dragged.x} y={drag.dragged.y}>
          {drag.dragged.thing.nickname}
        </DragGhost>
      )}
    </div>
  );
}

/** The statuses in their order; leads without one come first, when there are any. */
function useColumns({ query }: Desk) {
  const { t } = useTranslation("leads");
  const statuses = useQuery(itemsQuery("leadStatuses"));
  const counts = useBoardCounts(query);
  const columns = (counts.data ?? []).flatMap((count): BoardColumnHead[] => {
    const { statusID, total, totalIsEstimate } = count;
    if (statusID === null) {
      return total > 0 ? [{ key: "none", status: null, name: t("board.noStatus"), total, totalIsEstimate }] : [];
    }
    const name = statuses.data?.find(({ recordID }) => recordID === statusID)?.name;
    // A status that is filtered out has no leads here; one that is switched off is shown while it has some.
    const asked = !query.status?.length || query.status.includes(statusID);
    if (name === undefined || !asked) return [];
    return [{ key: statusID, status: { recordID: statusID, name }, name, total, totalIsEstimate }];
  });
  const missing = [counts, statuses].filter(({ data }) => data === undefined);
  return {
    columns,
    loading: missing.length > 0,
    error: missing.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const query of missing) void query.refetch();
    },
  };
}

interface ColumnSwitchProps {
  columns: readonly BoardColumnHead[];
  current: string;
  onChange: (key: string) => void;
}

/** On a phone: which column is shown. */
function ColumnSwitch({ columns, current, onChange }: ColumnSwitchProps) {
  const { t } = useTranslation("leads");
  const numberText = useNumberText();
  return (
    <div
      className={laid("fixed flexBox gap6 below8 scrollX", styles.switch)}
      role="group"
      aria-label={t("board.columns")}
    >
      {columns.map(({ key, name, total }) => (
        <button
          key={key}
          type="button"
          className={laid("fixed pad0x12 outlined pill surface minHeight36", styles.tab)}
          aria-pressed={key === current}
          onClick={() => onChange(key)}
        >
          {name} <span className={laid("small figures regular")}>{numberText(total)}</span>
        </button>
      ))}
    </div>
  );
}
