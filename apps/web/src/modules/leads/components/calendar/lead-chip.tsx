import { EllipsisOutlined } from "@ant-design/icons";
import type { LeadRow } from "@homeroom/contract/leads";
import { Dropdown } from "antd";
import type { PointerEvent } from "react";
import { useTranslation } from "react-i18next";
import layout from "#ui/layout.module.css";
import { usualDays } from "#ui/time/calendar-days.ts";
import { toneOf, useStatusCodes } from "../lead-parts.tsx";
import styles from "./calendar.module.css";

interface LeadChipProps {
  lead: LeadRow;
  today: string;
  mayMove: boolean;
  isDragged?: boolean;
  /** Says more than the name, where there is room. */
  wide?: boolean;
  onOpen: () => void;
  onMove: (day: string) => void;
  onDrag?: ((event: PointerEvent) => void) | undefined;
}

/** A lead in the calendar: a press opens it, its menu puts the contact off. */
export function LeadChip({ lead, today, mayMove, isDragged, wide, onOpen, onMove, onDrag }: LeadChipProps) {
  const { t } = useTranslation("leads");
  const codes = useStatusCodes();
  const tone = toneOf(lead.status ? codes.get(lead.status.recordID) : undefined);
  return (
    <div
      className={`${layout.middle} ${layout.fixed} ${layout.narrowable} ${layout.round6} ${layout.hoverable} ${styles.chip}`}
      data-dragged={isDragged || undefined}
      data-wide={wide || undefined}
      onPointerDown={onDrag}
    >
      <button
        type="button"
        className={`${layout.middle} ${layout.bare} ${layout.grow} ${layout.gap6} ${layout.pad0x4} ${layout.text12} ${layout.textStart} ${layout.minHeight22} ${styles.chipOpen}`}
        onClick={onOpen}
        title={lead.nickname}
      >
        <span
          className={`${layout.fixed} ${layout.circle} ${layout.height8} ${styles.dot}`}
          data-tone={tone}
          aria-hidden
        />
        <span className={`${layout.cut} ${layout.narrowable}`}>{lead.nickname}</span>
        {wide && (
          <span className={`${layout.cut} ${layout.small} ${styles.chipFacts}`}>
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
                children: usualDays(today).map(({ key, day }) => ({
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
            className={`${layout.centre} ${layout.bare} ${layout.quiet} ${layout.fixed} ${layout.noPadding} ${layout.round6} ${layout.width24} ${styles.chipMenu}`}
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
