import type { RecordId } from "@homeroom/contract/ids";
import { plainLeadFields, type RowField, rowFields } from "@homeroom/contract/lead-fields";
import type { LeadRow } from "@homeroom/contract/leads";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useDateView, useNow } from "#platform/date-view.ts";
import { dayAndWeekdayText, dayKey } from "#platform/dates.ts";
import { phoneText } from "#platform/phone.ts";
import { Avatar } from "#ui/avatar/avatar.tsx";
import type { Column } from "#ui/data-table/column.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import type { RowCard } from "../../../ui/data-table/data-table-props.ts";
import type { CellWrites } from "../api/cell-writes.ts";
import { useLeadTypes } from "../api/queries.ts";
import { isEdited } from "../rules/edited-fields.ts";
import { useCellEditing } from "./cells/lead-cell.tsx";
import { useDeclaredText, useFieldLabel } from "./declared-names.ts";
import styles from "./lead-columns.module.css";
import { LeadStatus, LeadTags, PersonName, useStatusCodes } from "./lead-parts.tsx";

/** Whether a lead waits for a contact whose day has come. */
export function useOverdue(): (lead: {
  nextContactDate: string | null;
  status: { recordID: RecordId } | null;
}) => boolean {
  const { zone } = useDateView();
  const codes = useStatusCodes();
  const today = dayKey(useNow(), zone);
  return useCallback(
    (lead) => {
      const code = lead.status ? codes.get(lead.status.recordID) : undefined;
      return isOverdue(lead, code === "deal" || code === "closed", today);
    },
    [codes, today],
  );
}

/** Whether the next contact was due before today, like in the server's filter, and the case is still open. */
export function isOverdue(lead: { nextContactDate: string | null }, closed: boolean, today: string): boolean {
  return !closed && lead.nextContactDate !== null && lead.nextContactDate < today;
}

/**
 * The columns of the lead list; editable fields are edited in their cells. The columns are memoised, so that rows need not
 * render again.
 */
export function useLeadColumns(writes: CellWrites): Column<LeadRow>[] {
  const { t } = useTranslation("leads");
  const view = useDateView();
  const overdue = useOverdue();
  const types = useLeadTypes();
  const editing = useCellEditing(writes);
  const label = useFieldLabel();
  const textOf = useDeclaredText();

  return useMemo(() => {
    const column = (
      key: string,
      width: number,
      render: Column<LeadRow>["render"],
      more: Partial<Column<LeadRow>> = {},
    ): Column<LeadRow> => ({
      key,
      title: label(key),
      width,
      render,
      ...(isEdited(key) && editing(key)),
      ...more,
    });
    const later = { hiddenAtFirst: true };
    // In a long list, "no" is left empty.
    const shown = (field: RowField, lead: LeadRow) => lead[field] !== 0 && textOf(field, lead[field]);
    return [
      column("nickname", 200, (lead) => <LeadName lead={lead} />, { frozen: true, sortable: true, grow: true }),
      column("status", 140, (lead) => <LeadStatus status={lead.status} />),
      column("sales", 140, (lead) => <PersonName person={lead.sales} />),
      column("nextContactDate", 150, (lead) => <NextContact lead={lead} overdue={overdue(lead)} />, { sortable: true }),
      column("lastContactDate", 140, (lead) => <RelativeTime value={lead.lastContactDate} />, {
        sortable: true,
      }),
      column("tag", 170, (lead) => <LeadTags tags={lead.tag} short />),
      column("phone", 160, (lead) => (
        <span className={laid("number", styles.figures)}>{phoneText(lead.areaCode, lead.phone)}</span>
      )),
      column("result", 200, (lead) => lead.result?.name, { grow: true }),
      column("channel", 170, (lead) => [lead.channel?.name, lead.secondaryChannel?.name].filter(Boolean).join(" / "), {
        grow: true,
      }),
      column(
        "leadDate",
        150,
        (lead) =>
          lead.leadDate && (
            <span className={laid("number", styles.figures)}>{dayAndWeekdayText(lead.leadDate, view.language)}</span>
          ),
        {
          sortable: true,
        },
      ),
      column("tutor", 150, (lead) => <PersonName person={lead.tutor} />, later),
      column("leadType", 110, (lead) => types?.find(({ value }) => value === String(lead.leadType))?.label, later),
      column("email", 200, (lead) => lead.email, later),
      ...rowFields.map((field) => column(field, plainLeadFields[field].width, (lead) => shown(field, lead), later)),
      column("regularContact", 130, (lead) => lead.regularContact?.name, later),
      column("gptStatus", 120, (lead) => t(`desk.gptStatus.${lead.gptStatus}`), later),
      column("branch", 130, (lead) => lead.branchName, later),
      column("revisitCount", 110, (lead) => lead.revisitCount || null, { ...later, align: "end" }),
      column("createTime", 140, (lead) => <RelativeTime value={lead.createTime} />, { ...later, sortable: true }),
      column("updateTime", 140, (lead) => <RelativeTime value={lead.updateTime} />, later),
    ];
  }, [t, view, overdue, types, editing, label, textOf]);
}

function LeadName({ lead }: { lead: LeadRow }) {
  const full = [lead.fullname, lead.ename].filter((name) => name && name !== lead.nickname).join(" · ");
  return (
    <span className={laid("inlineRow narrowable maxWide")}>
      <Avatar name={lead.nickname} picture={lead.avatar} size={24} />
      <span className={laid("cut narrowable")} title={full || undefined}>
        <b className={layout.strong}>{lead.nickname}</b>
        {full && <span className={laid("quiet before8")}>{full}</span>}
      </span>
    </span>
  );
}

function NextContact({ lead, overdue }: { lead: LeadRow; overdue: boolean }) {
  const view = useDateView();
  if (!lead.nextContactDate) return null;
  return (
    <time
      dateTime={lead.nextContactDate}
      className={laid("number", styles.figures)}
      data-overdue={overdue || undefined}
    >
      {dayAndWeekdayText(lead.nextContactDate, view.language)}
    </time>
  );
}

/** The columns of a lead shown on a phone: its status, its owner, and its number. */
export function useLeadCard(): (lead: LeadRow) => RowCard {
  return (lead) => ({
    title: lead.nickname,
    aside: <RelativeTime value={lead.lastContactDate} />,
    lead: <Avatar name={lead.nickname} picture={lead.avatar} size={40} />,
    facts: [
      lead.status && <LeadStatus key="status" status={lead.status} />,
      lead.sales?.nickname,
      phoneText(lead.areaCode, lead.phone),
    ],
  });
}
