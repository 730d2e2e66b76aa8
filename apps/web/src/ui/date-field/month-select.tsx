import { Select } from "antd";
import { useDateView, useNow } from "#platform/date-view.ts";
import { dayKey, monthText } from "#platform/dates.ts";
import type { ControlledProps } from "#ui/choice/choice-select.tsx";
import { useClearing } from "#ui/choice/use-clearing.tsx";

const monthsEachWay = 12;

/** The months around a day as "2026-12", the earliest first. */
export function monthsAround(day: string): string[] {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
  return Array.from({ length: 2 * monthsEachWay + 1 }, (_, index) => {
    const one = month - monthsEachWay + index;
    return `${Math.floor(one / 12)}-${String((one % 12) + 1).padStart(2, "0")}`;
  });
}

/** Chooses a month within a year before or after. The browser's own field would have its own language and look. */
export function MonthSelect({ value, onChange, ...field }: ControlledProps<string>) {
  const clearing = useClearing();
  const { language, zone } = useDateView();
  const today = dayKey(useNow(), zone);
  const options = monthsAround(today).map((month) => ({ value: month, label: monthText(`${month}-01`, language) }));
  return (
    <Select
      {...field}
      allowClear={clearing}
      showSearch={{ optionFilterProp: "label" }}
      value={value || undefined}
      options={options}
      onChange={(next) => onChange?.(next)}
    />
  );
}
