import type { Hours } from "@homeroom/contract/hours";
import { Button, Checkbox, Select } from "antd";
import { useTranslation } from "react-i18next";
import type { ControlledProps } from "#ui/choice/choice-select.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { halfHours, usualHours } from "../rules/hours.ts";
import styles from "./lead-rules.module.css";

const week = [1, 2, 3, 4, 5, 6, 7];
const choices = halfHours.map((value) => ({ value, label: value }));

/** The days of a week with one range of hours each; no days mean always. A day with several ranges keeps the first. */
export function HoursEditor({ value = [], onChange, empty }: ControlledProps<Hours[]> & { empty: string }) {
  const { t } = useTranslation("leadRules");
  const of = (day: number) => value.find((one) => one.day === day);
  const change = (day: number, next: Hours | null) => {
    const others = value.filter((one) => one.day !== day);
    onChange?.([...others, ...(next ? [next] : [])].sort((one, other) => one.day - other.day));
  };
  return (
    <div className={layout.closeStack} role="group">
      <div className={layout.rowWrap}>
        <span className={layout.hint}>{value.length === 0 ? empty : t("hours.zone")}</span>
        {value.length === 0 ? (
          <Button size="small" onClick={() => onChange?.([...usualHours])}>
            {t("hours.usual")}
          </Button>
        ) : (
          <Button size="small" onClick={() => onChange?.([])}>
            {t("hours.clear")}
          </Button>
        )}
      </div>
      {value.length > 0 &&
        week.map((day) => {
          const held = of(day);
          const name = t(`days.${day}`);
          return (
            <div key={day} className={laid("gridBox alignCentre minHeight28", styles.hoursDay)}>
              <Checkbox
                checked={held !== undefined}
                onChange={({ target }) => change(day, target.checked ? { day, from: "09:00", to: "18:00" } : null)}
              >
                {name}
              </Checkbox>
              {held ? (
                <span className={laid("row")}>
                  <Select
                    className={styles.hour ?? ""}
                    size="small"
                    aria-label={t("hours.from", { day: name })}
                    value={held.from}
                    options={choices.filter((one) => one.value < held.to)}
                    onChange={(from: string) => change(day, { ...held, from })}
                  />
                  –
                  <Select
                    className={styles.hour ?? ""}
                    size="small"
                    aria-label={t("hours.to", { day: name })}
                    value={held.to}
                    options={choices.filter((one) => one.value > held.from)}
                    onChange={(to: string) => change(day, { ...held, to })}
                  />
                </span>
              ) : (
                <span className={layout.hint}>{t("hours.off")}</span>
              )}
            </div>
          );
        })}
    </div>
  );
}
