import { EllipsisOutlined } from "@ant-design/icons";
import type { LeadRow } from "@homeroom/contract/leads";
import { Dropdown } from "antd";
import type { PointerEvent } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { usualDays } from "#ui/time/calendar-days.ts";
import { toneOf, useStatusCodes } from "../lead-parts.tsx";
import styles from "./calendar.module.css";

interface LeadChipProps {
  lead: LeadRow;
  today: string;
  mayMove: boolean;
  isDragged?: boolean;
  /** Shows more than the name if there is room. */
  wide?: boolean;
  /** -1 if it is reached with the arrow keys and not with Tab. */
  tabIndex?: number;
  onOpen: () => void;
  onMove: (day: string) => void;
  onDrag?: ((event: PointerEvent) => void) | undefined;
}

/** A lead in the calendar: pressing it opens it, its menu postpones the contact. */
export function LeadChip({ lead, today, mayMove, isDragged, wide, tabIndex, ...props }: LeadChipProps) {
  const { onOpen, onMove, onDrag } = props;
  const { t } = useTranslation("leads");
  const codes = useStatusCodes();
  const tone = toneOf(lead.status ? codes.get(lead.status.recordID) : undefined);
  return (
    <div
      className={laid("middle fixed narrowable round6 hoverable", styles.chip)}
      data-dragged={isDragged || undefined}
      data-wide={wide || undefined}
      onPointerDown={onDrag}
    >
      <button
        type="button"
        className={laid("middle bare grow gap6 pad0x4 text12 textStart minHeight22", styles.chipOpen)}
        data-stop
        data-lead={lead.leadId}
        tabIndex={tabIndex}
        onClick={onOpen}
        title={lead.nickname}
      >
        <span className={laid("fixed circle height8", styles.dot)} data-tone={tone} aria-hidden />
        <span className={laid("cut narrowable")}>{lead.nickname}</span>
        {wide && (
          <span className={laid("cut small", styles.chipFacts)}>
            {[lead.status?.name, lead.sales?.nickname, lead.regularContact?.name].filter(Boolean).join(" · ")}
          </span>
        )}
      </button>
      {mayMove && (
        <Dropdown
          trigger={["click"]}
          menu={{
            items: [
              {
                key: "to",
                type: "group",
                label: t("calendar.moveTo"),
                children: differentDays(today).map(({ key, day }) => ({
                  key: day,
                  label: t("calendar.usual", { name: t(`calendar.days.${key}`), day: day.slice(5) }),
                })),
              },
              { key: "", label: t("calendar.days.none") },
            ],
            onClick: ({ key }) => onMove(key),
          }}
        >
          <button
            type="button"
            className={laid("centre bare quiet fixed noPadding round6 width24", styles.chipMenu)}
            tabIndex={tabIndex}
            aria-label={t("calendar.moveLead", { name: lead.nickname })}
            onPointerDown={(event) => event.stopPropagation()}
          >
            <EllipsisOutlined aria-hidden />
          </button>
        </Dropdown>
      )}
    </div>
  );
}

/** On a Friday, "in three days" is Monday: each day is offered once, under its first name. */
function differentDays(today: string) {
  return [...Map.groupBy(usualDays(today), ({ day }) => day).values()].flatMap(([first]) => first ?? []);
}
