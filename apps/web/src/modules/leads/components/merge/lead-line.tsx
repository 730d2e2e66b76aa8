import type { LeadRow } from "@homeroom/contract/leads";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useDateView } from "#platform/date-view.ts";
import { dateText } from "#platform/dates.ts";
import { phoneText } from "#platform/phone.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { LeadStatus } from "../lead-parts.tsx";
import styles from "./merge.module.css";

interface LeadLineProps {
  lead: LeadRow;
  /** The remark beside its facts. */
  about?: ReactNode;
  actions?: ReactNode;
}

/** A lead in one line: name, contact details, owner, and actions. */
export function LeadLine({ lead, about, actions }: LeadLineProps) {
  const view = useDateView();
  const facts = [
    phoneText(lead.areaCode, lead.phone),
    lead.email,
    lead.sales?.nickname,
    lead.branchName,
    dateText(lead.leadDate, view),
  ];
  return (
    <li className={laid("middleWrap gap8x12 lineAbove", styles.row)}>
      <div className={laid("column narrowable gap2", styles.who)}>
        <span className={laid("inlineFlex wrap gap4")}>
          <Link className={layout.breaking} to={`/lead/list?lead=${lead.leadId}`}>
            {[lead.nickname, lead.fullname]
              .filter((name, place, all) => name && all.indexOf(name) === place)
              .join(" · ")}
          </Link>
          <LeadStatus status={lead.status} />
          {about}
        </span>
        <span className={laid("hint breaking")}>{facts.filter(Boolean).join(" · ")}</span>
      </div>
      {actions && <div className={laid("buttons", styles.acts)}>{actions}</div>}
    </li>
  );
}
