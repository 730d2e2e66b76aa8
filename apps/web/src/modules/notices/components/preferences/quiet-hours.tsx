import { Switch, TimePicker } from "antd";
import dayjs from "dayjs";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import type { Preferences } from "../../api/preferences.ts";
import styles from "./notification-preferences.module.css";

interface QuietHoursProps {
  hours: Preferences["quietHours"];
  timeZone: string;
  onChange: (hours: Preferences["quietHours"]) => void;
}

const usual = { from: "22:00", until: "08:00" };
const format = "HH:mm";

/** The part of the day without sounds and mails. */
export function QuietHours({ hours, timeZone, onChange }: QuietHoursProps) {
  const { t } = useTranslation("notices");
  return (
    <section className={laid("card column gap12")} aria-labelledby="quiet-hours">
      <div className={laid("apart gap16")}>
        <div>
          <h2 id="quiet-hours" className={layout.title}>
            {t("preferences.quiet.title")}
          </h2>
          <p className={laid("hint regular")}>{t("preferences.quiet.detail", { timeZone })}</p>
        </div>
        <Switch
          checked={hours !== null}
          aria-label={t("preferences.quiet.title")}
          onChange={(on) => onChange(on ? usual : null)}
        />
      </div>
      {hours && (
        <TimePicker.RangePicker
          className={styles.times ?? ""}
          value={[dayjs(hours.from, format), dayjs(hours.until, format)]}
          format={format}
          minuteStep={5}
          order={false}
          allowClear={false}
          needConfirm
          onChange={(range) => {
            const [from, until] = [range?.[0]?.format(format), range?.[1]?.format(format)];
            if (from && until && from !== until) onChange({ from, until });
          }}
        />
      )}
    </section>
  );
}
