import type { BranchRow } from "@homeroom/contract/branches";
import { useTranslation } from "react-i18next";
import { useDateView, useNow } from "#platform/date-view.ts";
import { dayKey } from "#platform/dates.ts";
import { phoneText } from "#platform/phone.ts";
import { type Column, columnMaker } from "#ui/data-table/column.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { ZoneClock } from "#ui/time-zone/zone-clock.tsx";
import type { RowCard } from "../../../ui/data-table/data-table-props.ts";
import { leaseState } from "../rules/standing.ts";

/** The columns of the branches. */
export function useBranchColumns(): Column<BranchRow>[] {
  const { t } = useTranslation("organizations");
  const later = { hiddenAtFirst: true };
  const column = columnMaker<BranchRow>((key) => t(`branch.${key}`));
  return [
    column("name", 220, (branch) => <BranchName branch={branch} />, { frozen: true, grow: true }),
    column("status", 100, (branch) => <BranchStatus status={branch.status} />),
    column("staffCount", 90, (branch) => branch.staffCount || null, { align: "end" }),
    column("contactName", 130, (branch) => branch.contactName),
    column("phone", 170, (branch) => <span className={layout.number}>{phoneText(branch.areaCode, branch.phone)}</span>),
    column("localTime", 140, (branch) => <ZoneClock zone={branch.timezone} />),
    column("leaseExpiry", 190, (branch) => <Lease day={branch.leaseExpiry} />),
    column("address", 220, (branch) => branch.address, { grow: true }),
    column("email", 200, (branch) => branch.email, later),
    column(
      "establishmentDate",
      120,
      (branch) => <span className={layout.number}>{branch.establishmentDate}</span>,
      later,
    ),
    column("createTime", 140, (branch) => <RelativeTime value={branch.createTime} />, later),
  ];
}

/** The columns of a branch shown on a phone: whether it is open, its people, and its number. */
export function useBranchCard(): (branch: BranchRow) => RowCard {
  const { t } = useTranslation("organizations");
  return (branch) => ({
    title: <BranchName branch={branch} />,
    aside: <ZoneClock zone={branch.timezone} />,
    facts: [
      <BranchStatus key="status" status={branch.status} />,
      branch.staffCount > 0 && t("branch.staff", { count: branch.staffCount }),
      phoneText(branch.areaCode, branch.phone),
    ],
  });
}

function BranchName({ branch }: { branch: BranchRow }) {
  const { t } = useTranslation("organizations");
  return (
    <span className={laid("row narrowable")}>
      <span className={layout.cut} title={branch.ename || undefined}>
        <b className={layout.medium}>{branch.name}</b>
        {branch.ename && <span className={laid("small before8 regular")}>{branch.ename}</span>}
      </span>
      {branch.isCurrent && (
        <span className={layout.fixed}>
          <TintTag color="blue">{t("branch.current")}</TintTag>
        </span>
      )}
    </span>
  );
}

/** Whether a branch is open. */
export function BranchStatus({ status }: { status: number }) {
  const { t } = useTranslation("organizations");
  return (
    <StatusDot tone={status === 1 ? "success" : "quiet"} label={t(status === 1 ? "branch.open" : "branch.closed")} />
  );
}

/** The day to which a place is rented, with a word of warning when it is near or over. */
export function Lease({ day }: { day: string }) {
  const { t } = useTranslation("organizations");
  const { zone } = useDateView();
  const lease = leaseState(day, dayKey(useNow(), zone));
  if (!lease) return null;
  return (
    <span className={laid("inlineFlex wrap alignBaseline gap0x8")}>
      <span className={layout.number}>{day}</span>
      {lease.state === "soon" && (
        <span className={laid("warning text12")}>{t("branch.leaseSoon", { count: lease.days })}</span>
      )}
      {lease.state === "over" && <span className={laid("danger text12")}>{t("branch.leaseOver")}</span>}
    </span>
  );
}
