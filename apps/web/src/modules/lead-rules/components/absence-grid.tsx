import type { AccountId } from "@homeroom/contract/ids";
import type { LeadAbsence } from "@homeroom/contract/lead-rules";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { isWeekend } from "../rules/days.ts";
import styles from "./lead-rules.module.css";

interface AbsenceGridProps {
  days: readonly string[];
  today: string;
  people: readonly { accountID: AccountId; nickname: string }[];
  absences: readonly LeadAbsence[];
  onAdd: (accountID: AccountId, day: string) => void;
  onOpen: (absence: LeadAbsence) => void;
}

/** People by days; a click on a free day adds an absence, on a day of absence opens it. */
export function AbsenceGrid({ days, today, people, absences, onAdd, onOpen }: AbsenceGridProps) {
  const { t } = useTranslation("leadRules");
  return (
    <table className={laid("frame wide below16", styles.grid)}>
      <thead>
        <tr>
          <th scope="col">{t("absence.person")}</th>
          {days.map((day) => (
            <th
              key={day}
              scope="col"
              title={day}
              data-weekend={isWeekend(day) || undefined}
              data-today={day === today || undefined}
            >
              {day.endsWith("-01") || day === days[0]
                ? `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`
                : Number(day.slice(8))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {people.map(({ accountID, nickname }) => (
          <tr key={accountID}>
            <th scope="row">{nickname}</th>
            {days.map((day) => {
              const away = absences.find((one) => one.accountID === accountID && one.from <= day && day <= one.until);
              const label = t(away ? "absence.awayOn" : "absence.addOn", { name: nickname, day });
              return (
                <td key={day} data-weekend={isWeekend(day) || undefined}>
                  <button
                    type="button"
                    className={laid("bare wide block round4 hoverable", styles.day)}
                    data-away={away !== undefined || undefined}
                    aria-label={label}
                    title={away?.note || label}
                    onClick={() => (away ? onOpen(away) : onAdd(accountID, day))}
                  />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
