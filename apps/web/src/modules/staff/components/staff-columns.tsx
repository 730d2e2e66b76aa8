import type { StaffRow } from "@homeroom/contract/staff";
import { useTranslation } from "react-i18next";
import { phoneText } from "#platform/phone.ts";
import { Avatar } from "#ui/avatar/avatar.tsx";
import { type Column, columnMaker } from "#ui/data-table/column.ts";
import layout from "#ui/layout.module.css";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import type { RowCard } from "../../../ui/data-table/data-table-props.ts";
import type { StaffScreen } from "../api/queries.ts";
import { Names, StaffName, StaffStatus } from "./staff-parts.tsx";

/** The columns of a list of people. Those that are less relevant to a screen are hidden at first. */
export function useStaffColumns(screen: StaffScreen): Column<StaffRow>[] {
  const { t } = useTranslation("staff");
  const column = columnMaker<StaffRow>((key) => t(`fields.${key}`));
  const unless = (...screens: StaffScreen[]) => ({ hiddenAtFirst: screens.includes(screen) });
  return [
    column("nickname", 210, (person) => <StaffName person={person} />, { frozen: true, sortable: true, grow: true }),
    column("staffID", 110, (person) => <span className={layout.number}>{person.staffID}</span>, {
      sortable: true,
      ...unless("teacher", "user"),
    }),
    column("plainEmail", 220, (person) => person.email, { ...unless("staff"), grow: true }),
    column("roles", 170, (person) => <Names names={person.roles.map(({ name }) => name)} short />, {
      ...unless("teacher"),
    }),
    column("branches", 210, (person) => <Names names={person.branches.map(({ name }) => name)} short />, {
      ...unless("user"),
    }),
    column("dept", 120, (person) => person.deptName, unless("user")),
    column(
      "phone",
      160,
      (person) => <span className={layout.number}>{phoneText(person.areaCode, person.phone)}</span>,
      {
        ...unless("user"),
      },
    ),
    column("status", 100, (person) => <StaffStatus status={person.status} />),
    column("lastSignInTime", 130, (person) => <LastSignIn person={person} />, {
      title: t("fields.lastSignIn"),
      sortable: true,
      ...unless("teacher"),
    }),
    column(
      "twoStep",
      120,
      ({ twoStepEnabled: on }) => <StatusDot tone={on ? "success" : "quiet"} label={t(on ? "on" : "off")} />,
      unless("staff", "teacher"),
    ),
    column("gender", 90, (person) => t(`genders.${person.gender}`), { hiddenAtFirst: true }),
    column("createTime", 140, (person) => <RelativeTime value={person.createTime} />, {
      sortable: true,
      hiddenAtFirst: true,
    }),
  ];
}

function LastSignIn({ person }: { person: StaffRow }) {
  const { t } = useTranslation("staff");
  if (person.lastSignInTime) return <RelativeTime value={person.lastSignInTime} />;
  return <span className={layout.quiet}>{t("neverSignedIn")}</span>;
}

/** The columns of a person shown on a phone: whether they work here, what they are, and their number. */
export function staffCard(person: StaffRow): RowCard {
  return {
    title: person.nickname,
    aside: <RelativeTime value={person.lastSignInTime} />,
    lead: <Avatar name={person.nickname} picture={person.avatar} size={40} />,
    facts: [
      <StaffStatus key="status" status={person.status} />,
      person.roles.map(({ name }) => name).join(" / "),
      phoneText(person.areaCode, person.phone) || person.email,
    ],
  };
}
