import type { QuietHours as Hours } from "@homeroom/contract/quiet-hours";
import { TimePicker } from "antd";
import dayjs from "dayjs";
import { useTranslation } from "react-i18next";

const format = "HH:mm";

interface QuietHoursProps {
  hours: Hours | null;
  isReader: boolean;
  onChange: (hours: Hours | null) => void;
}

/** The part of the day in which no marketing is sent; empty: there is none. */
export function QuietHours({ hours, isReader, onChange }: QuietHoursProps) {
  const { t } = useTranslation("broadcastPlans");
  return (
    <TimePicker.RangePicker
      aria-label={t("setting.quietHours")}
      placeholder={[t("setting.quietFrom"), t("setting.quietUntil")]}
      value={hours && [dayjs(hours.from, format), dayjs(hours.until, format)]}
      format={format}
      minuteStep={5}
      order={false}
      needConfirm
      disabled={isReader}
      onChange={(range) => {
        const [from, until] = [range?.[0]?.format(format), range?.[1]?.format(format)];
        if (!range) onChange(null);
        else if (from && until && from !== until) onChange({ from, until });
      }}
    />
  );
}
