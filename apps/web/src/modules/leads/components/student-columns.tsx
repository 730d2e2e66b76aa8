import type { StudentRow } from "@homeroom/contract/lead-desk";
import type { LeadRow } from "@homeroom/contract/leads";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateText } from "#platform/dates.ts";
import { phoneText } from "#platform/phone.ts";
import type { Column } from "#ui/data-table/column.ts";
import { laid } from "#ui/laid.ts";
import styles from "./lead-columns.module.css";

const leadColumns = [
  "nickname",
  "school",
  "grade",
  "sales",
  "tutor",
  "phone",
  "tag",
  "nextContactDate",
  "lastContactDate",
  "status",
  "email",
  "branch",
];
const shownLater = new Set(["lastContactDate", "status", "email", "branch", "tag"]);

/** The columns of the students: the facts that matter most to a school, and the lead columns that stay relevant. */
export function useStudentColumns(ofLeads: readonly Column<LeadRow>[], today: string): Column<StudentRow>[] {
  const { t } = useTranslation("students");
  const view = useDateView();
  const column = (key: string, width: number, render: Column<StudentRow>["render"], more = {}): Column<StudentRow> => ({
    key,
    title: t(`fields.${key}`),
    width,
    render,
    ...more,
  });
  const day = (value: string | null) =>
    value && (
      <time className={laid("number", styles.figures)} dateTime={value}>
        {dateText(value, view)}
      </time>
    );
  const known = leadColumns.flatMap((key) => ofLeads.find((one) => one.key === key) ?? []);
  const asStudents = known.map((one): Column<StudentRow> => {
    const { hiddenAtFirst: _, sortable: __, ...rest } = one;
    const sortable = one.key === "nickname" || one.key === "nextContactDate";
    return { ...rest, ...(sortable && { sortable }), ...(shownLater.has(one.key) && { hiddenAtFirst: true }) };
  });
  const [name, school, grade, ...others] = asStudents;
  return [
    ...[name, school, grade].filter((one) => one !== undefined),
    column("birthday", 190, (student) => <Birthday day={student.birthday} today={today} />),
    column("contact", 250, ({ contact1 }) => (
      <span className={laid("number", styles.figures)}>
        {[contact1.name, phoneText(contact1.areaCode, contact1.phone)].filter(Boolean).join(" · ")}
      </span>
    )),
    column("studentSince", 130, (student) => day(student.studentSince), { sortable: true }),
    column("dealDate", 120, (student) => day(student.dealDate)),
    ...others,
    column("appDevice", 140, (student) => student.appDevice, { hiddenAtFirst: true }),
  ];
}

function Birthday({ day, today }: { day: string; today: string }) {
  const { t } = useTranslation("students");
  if (!day) return null;
  const years = Number(today.slice(0, 4)) - Number(day.slice(0, 4)) - (today.slice(5) < day.slice(5) ? 1 : 0);
  return (
    <span className={laid("number", styles.figures)}>
      {day} <span className={laid("quiet before8")}>{t("age", { number: years })}</span>
    </span>
  );
}
