import { CloseOutlined } from "@ant-design/icons";
import type { LeadRow } from "@homeroom/contract/leads";
import { Button } from "antd";
import { type PointerEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { listStateOf } from "#ui/data-table/list-state.ts";
import { MoreButton } from "#ui/data-table/more-button.tsx";
import { shiftedDay } from "#ui/filter-bar/day-values.ts";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useDayLeads } from "../../api/desk.ts";
import type { Desk } from "../desk/use-desk.ts";
import styles from "./calendar.module.css";
import { LeadChip } from "./lead-chip.tsx";
import { useKeyboardInside } from "./use-calendar-keys.ts";

/** Used in the address instead of a day: everything overdue. */
export const overdueDay = "overdue";

interface DayListProps {
  day: string;
  desk: Desk;
  mayMove: boolean;
  onMove: (lead: LeadRow, day: string) => Promise<void>;
  onDrag: ((event: PointerEvent, lead: LeadRow) => void) | undefined;
  onClose: () => void;
}

/** All leads of one day, or all that are overdue, beside the calendar. */
export function DayList({ day, desk, mayMove, onMove, onDrag, onClose }: DayListProps) {
  const { t } = useTranslation("leads");
  const isOverdue = day === overdueDay;
  const range = isOverdue
    ? { nextContactEnd: shiftedDay(desk.today, -1) }
    : { nextContactStart: day, nextContactEnd: day };
  const found = useDayLeads({ ...desk.query, ...range });
  const list = listStateOf(found);
  const panel = useRef<HTMLElement>(null);
  useKeyboardInside(panel, day);
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      onKeyDown={(event) => event.key === "Escape" && event.currentTarget.contains(event.target as Node) && onClose()}
      className={laid("frame column fixed shrinkable", styles.side)}
      aria-label={isOverdue ? t("calendar.overdueTitle") : day}
    >
      <header className={laid("row lineBelow", styles.sideHead)}>
        <b>{isOverdue ? t("calendar.overdueTitle") : day}</b>
        <span className={laid("small figures")}>{list.total}</span>
        <SmallIconButton
          className={layout.push ?? ""}
          icon={<CloseOutlined />}
          label={t("calendar.close")}
          onClick={onClose}
        />
      </header>
      <div className={laid("column fill gap2 pad8 scrollY", styles.sideList)}>
        {list.loading && [1, 2, 3, 4].map((one) => <Skeleton key={one} width="80%" height={14} />)}
        {list.error !== null && list.rows.length === 0 && (
          <p className={laid("quiet textCentre", styles.none)}>
            {list.error}{" "}
            <Button size="small" onClick={list.retry}>
              {t("board.retry")}
            </Button>
          </p>
        )}
        {list.total === 0 && <p className={laid("quiet textCentre", styles.none)}>{t("calendar.nobody")}</p>}
        {list.rows.map((lead) => (
          <LeadChip
            key={lead.leadId}
            wide
            lead={lead}
            today={desk.today}
            mayMove={mayMove}
            onOpen={() => desk.open(lead.leadId)}
            onMove={(to) => void onMove(lead, to)}
            onDrag={onDrag && ((event) => onDrag(event, lead))}
          />
        ))}
        <MoreButton list={found} label={t("more")} />
      </div>
    </aside>
  );
}
