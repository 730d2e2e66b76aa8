import type { LeadId } from "@homeroom/contract/ids";
import type { TodayItem } from "@homeroom/contract/today";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan, useUser } from "#platform/access.ts";
import { useDateView } from "#platform/date-view.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useShortcut } from "#ui/keyboard/use-shortcut.ts";
import { laid } from "#ui/laid.ts";
import { useDoToday } from "../../api/today.ts";
import { actionKeys, actionsFor, type TodayAction } from "../../rules/today-actions.ts";
import { TodayRow } from "./today-row.tsx";

interface TodayRowsProps {
  items: readonly TodayItem[];
  openId: LeadId | null;
  onOpen: (item: TodayItem) => void;
}

/** The items with keyboard control: arrow keys or j and k move, Enter opens, and each action has a letter. */
export function TodayRows({ items, openId, onOpen }: TodayRowsProps) {
  const { t } = useTranslation("dashboard");
  const can = useCan();
  const act = useDoInPlace();
  const rights = { edit: can("crm:lead:edit"), send: can("chat:message:send"), label: can("chat:message:label") };
  const latest = useRef({ act, onOpen });
  useEffect(() => {
    latest.current = { act, onOpen };
  });
  // Stable between renders, so that only changed rows render again.
  const [row] = useState(() => ({
    open: (item: TodayItem) => latest.current.onOpen(item),
    act: (item: TodayItem, action: TodayAction) => latest.current.act(item, action),
  }));
  const list = useRef<HTMLUListElement>(null);
  const [activeId, setActiveId] = useState<LeadId | null>(null);
  const active = items.findIndex(({ leadId }) => leadId === activeId);
  // The panel beside the list has the same keys.
  const keys = { enabled: openId === null };
  const step = (by: number) => () => {
    const next = items[Math.max(0, Math.min(items.length - 1, active + by))];
    if (!next) return;
    setActiveId(next.leadId);
    list.current?.querySelector(`[data-lead="${next.leadId}"]`)?.scrollIntoView({ block: "nearest" });
  };
  const doActive =
    (action: TodayAction) =>
    ({ repeat }: KeyboardEvent) => {
      // A held key acts on one person, not on all below.
      if (repeat) return;
      const item = items[active];
      if (!item || !actionsFor(item, rights).includes(action)) return;
      // The focus moves to the item that takes its place.
      setActiveId((items[active + 1] ?? items[active - 1])?.leadId ?? null);
      act(item, action);
    };
  useShortcut("j", step(1), keys);
  useShortcut("k", step(-1), keys);
  useShortcut("ArrowDown", step(1), { ...keys, onlyWhenFree: true });
  useShortcut("ArrowUp", step(-1), { ...keys, onlyWhenFree: true });
  useShortcut("Enter", () => items[active] && onOpen(items[active]), { ...keys, onlyWhenFree: true });
  useShortcut(actionKeys.retry, doActive("retry"), keys);
  useShortcut(actionKeys.later, doActive("later"), keys);
  useShortcut(actionKeys.done, doActive("done"), keys);
  useShortcut(actionKeys.take, doActive("take"), keys);

  return (
    <ul ref={list} className={laid("frame bareList clip")} aria-label={t("today.title")}>
      {items.map((item) => (
        <TodayRow
          key={item.leadId}
          item={item}
          isActive={item.leadId === (openId ?? activeId)}
          actions={actionsFor(item, rights).join(" ")}
          onOpen={row.open}
          onAct={row.act}
        />
      ))}
    </ul>
  );
}

/** Runs an action on an item in place, confirms it, and offers to undo it. */
function useDoInPlace(): (item: TodayItem, action: TodayAction) => void {
  const { t } = useTranslation("dashboard");
  const { accountID: me } = useUser();
  const { zone } = useDateView();
  const { done, failed, undoable } = useFeedback();
  const doToday = useDoToday({ me, zone });
  const act = async (item: TodayItem, action: TodayAction) => {
    const said = t(`today.did.${action}`, { name: item.nickname });
    try {
      const takeBack = await doToday({ item, action });
      if (takeBack) undoable(said, () => void takeBack().catch(failed), item.leadId);
      else done(said);
    } catch (reason) {
      failed(reason);
    }
  };
  return (item, action) => void act(item, action);
}
