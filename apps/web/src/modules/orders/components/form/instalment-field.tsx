import { Form, Select, Space } from "antd";
import { useTranslation } from "react-i18next";
import { useDateView, useNow } from "#platform/date-view.ts";
import { localOf } from "#platform/zoned-time.ts";
import type { ControlledProps } from "#ui/choice/choice-select.tsx";
import { DateField } from "#ui/date-field/date-field.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { monthlyDays } from "../../rules/instalments.ts";

interface Part {
  dueDate: string;
  /** The instalments; without amounts they are equal. */
  amount?: number;
}

const counts = [2, 3, 4, 6, 9, 10, 12] as const;

/** The number of instalments and the first day; the others follow monthly, as centres usually do. */
export function InstalmentField() {
  const { t } = useTranslation("orders");
  const plan = Form.useWatch<Part[] | undefined>("instalments", Form.useFormInstance()) ?? [];
  return (
    <FormField
      name="instalments"
      label={t("instalments.title")}
      {...(plan.length > 0 && !plan.some(hasAmount) && { hint: t("instalments.hint") })}
    >
      <PlanPicker />
    </FormField>
  );
}

const hasAmount = ({ amount }: Part) => amount !== undefined;

function PlanPicker({ id, value = [], onChange }: ControlledProps<Part[]>) {
  const { t } = useTranslation("orders");
  const { zone } = useDateView();
  const today = localOf(useNow("minute"), zone).slice(0, 10);
  const first = value[0]?.dueDate ?? today;
  // Changed days keep the amounts; a changed number makes them equal.
  const change = (from: string, count: number) =>
    onChange?.(monthlyDays(from, count).map((dueDate, at) => ({ ...(count === value.length && value[at]), dueDate })));
  const known =
    counts.some((count) => count === value.length) || value.length === 0 ? counts : [value.length, ...counts];
  return (
    <Space wrap>
      <Select
        {...(id !== undefined && { id })}
        style={{ minWidth: 140 }}
        value={value.length}
        options={[
          { value: 0, label: t("instalments.none") },
          ...known.map((count) => ({ value: count, label: t("instalments.count", { count }) })),
        ]}
        onChange={(count: number) => (count === 0 ? onChange?.([]) : change(first, count))}
      />
      {value.length > 0 && (
        <>
          <DateField
            aria-label={t("instalments.first")}
            value={first}
            onChange={(day) => /^\d{4}-\d\d-\d\d$/.test(day ?? "") && change(day ?? first, value.length)}
          />
          <span>{t("instalments.perMonth")}</span>
        </>
      )}
    </Space>
  );
}
