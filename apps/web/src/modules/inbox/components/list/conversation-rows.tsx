import type { ConversationRow } from "@homeroom/contract/chat";
import type { ConversationId } from "@homeroom/contract/ids";
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useRowsInSight } from "#ui/page/use-rows-in-sight.ts";
import { Skeleton } from "#ui/states/skeleton.tsx";
import type { useConversationList } from "../../api/conversation-list.ts";
import { ConversationItem } from "./conversation-item.tsx";
import styles from "./conversation-rows.module.css";
import { listId } from "./list-focus.ts";

/** What shortcuts outside the list can do with it. */
export interface RowsHandle {
  /** Takes the focus and moves a number of rows. */
  step: (by: number) => void;
  /** Opens the focused row, otherwise the first. */
  open: () => void;
  /** The focused row. */
  active: () => ConversationRow | null;
}

interface ConversationRowsProps {
  ref?: Ref<RowsHandle>;
  list: Pick<ReturnType<typeof useConversationList>, "rows" | "hasMore" | "loadMore" | "failedPage">;
  openId: ConversationId | null;
  onOpen: (id: ConversationId | null) => void;
}

export const rowHeight = 72;
const rowsBeforeEnd = 15;
const optionId = (id: ConversationId) => `conversation-${id}`;

/** The virtual list of conversations. Arrow keys move, Enter opens. */
export function ConversationRows({ ref, list, openId, onOpen }: ConversationRowsProps) {
  const { t } = useTranslation("inbox");
  const { rows, hasMore, loadMore, failedPage } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useRowsInSight({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.conversationId ?? index,
    overscan: 8,
  });
  useSteadyView(rows, scroller);

  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && failedPage === null && last >= rows.length - rowsBeforeEnd) loadMore();
  }, [hasMore, failedPage, last, rows.length, loadMore]);

  const [activeId, setActiveId] = useState<ConversationId | null>(null);
  const active = rows.findIndex((row) => row.conversationId === (activeId ?? openId));
  const goTo = (row: ConversationRow | undefined) => {
    if (!row) return;
    setActiveId(row.conversationId);
    virtual.scrollToIndex(rows.indexOf(row));
  };
  const openRow = (row: ConversationRow | undefined) => {
    if (!row) return;
    setActiveId(row.conversationId);
    onOpen(row.conversationId);
  };
  const stepped = (by: number) => rows[Math.max(0, Math.min(rows.length - 1, active + by))];
  useImperativeHandle(ref, () => ({
    step: (by) => {
      scroller.current?.focus();
      goTo(stepped(by));
    },
    open: () => openRow(rows[active] ?? rows[0]),
    active: () => rows[active] ?? null,
  }));
  const handleKeys = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const step = steps[event.key];
    if (step === undefined && event.key !== "Enter") return;
    event.preventDefault();
    if (step !== undefined) return goTo(stepped(step));
    openRow(rows[active]);
  };

  return (
    <div
      ref={scroller}
      id={listId}
      className={laid("fill scrollDown innerFocus", styles.scroller)}
      role="listbox"
      tabIndex={0}
      aria-label={t("list.label")}
      aria-activedescendant={rows[active] && optionId(rows[active].conversationId)}
      onKeyDown={handleKeys}
      onBlur={() => setActiveId(null)}
    >
      <div role="presentation" className={layout.relative} style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = rows[index] as ConversationRow;
          return (
            <ConversationItem
              key={row.conversationId}
              id={optionId(row.conversationId)}
              row={row}
              index={index}
              top={start}
              count={hasMore ? -1 : rows.length}
              open={row.conversationId === openId}
              active={index === active}
              onOpen={onOpen}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Away from the top, the visible rows stay in place when others move above them. */
function useSteadyView(rows: readonly ConversationRow[], scroller: React.RefObject<HTMLDivElement | null>): void {
  const before = useRef(rows);
  useLayoutEffect(() => {
    const known = before.current;
    before.current = rows;
    const element = scroller.current;
    if (!element || known === rows || element.scrollTop < rowHeight / 2) return;
    const top = Math.floor(element.scrollTop / rowHeight);
    const after = new Map(rows.map((row, index) => [row.conversationId, index]));
    // The first visible row may be the one that moved: the next one that kept its order is held in place instead.
    for (let index = top; index < Math.min(known.length, top + 12); index += 1) {
      const row = known[index];
      const now = row && after.get(row.conversationId);
      if (now === undefined || now < index - 3) continue;
      if (now !== index) element.scrollBy(0, (now - index) * rowHeight);
      return;
    }
  }, [rows, scroller]);
}

const rows = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** The shape of the rows that are loading. */
export function RowSkeletons() {
  return (
    <div className={layout.relative} aria-hidden>
      {rows.map((row, index) => (
        <div
          key={row}
          className={laid("gridBox alignCentre pad0x12 absolute pointer sinkable", styles.row)}
          style={{ top: index * 72, cursor: "default" }}
        >
          <span className={styles.avatar}>
            <Skeleton width={40} height={40} round />
          </span>
          <Skeleton width={`${40 + ((index * 17) % 30)}%`} />
          <Skeleton width={`${60 + ((index * 13) % 35)}%`} height={12} />
        </div>
      ))}
    </div>
  );
}
