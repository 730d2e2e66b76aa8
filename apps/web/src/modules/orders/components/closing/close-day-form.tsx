import { type ClosingDay, closing } from "@homeroom/contract/closing";
import { moneyText } from "@homeroom/contract/currencies";
import { Form, Input } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useCloseDay } from "../../api/closing.ts";
import { MoneyInput } from "../money-input.tsx";

interface CloseDayFormProps {
  day: ClosingDay;
  onClose: () => void;
}

/** Takes the counted cash, compares it with the bookings, and closes the day. */
export function CloseDayForm({ day, onClose }: CloseDayFormProps) {
  const { t } = useTranslation("orders");
  const { done } = useFeedback();
  const close = useCloseDay();
  const initialValues = useMemo(
    () => ({
      branchID: day.branchID,
      day: day.day,
      counted: day.sums.map(({ currency, cash }) => {
        const before = day.closing?.counted.find((one) => one.currency === currency);
        // The booked amount is shown beside the field: prefilled, nobody would count.
        return { currency, amount: before?.amount ?? (cash === 0 ? 0 : null) };
      }),
      note: day.closing?.note ?? "",
    }),
    [day],
  );
  return (
    <DrawerForm
      open
      title={t("closing.close", { day: day.day })}
      schema={closing.close.request}
      initialValues={initialValues}
      onSubmit={close}
      onDone={() => {
        onClose();
        done(t("closing.done"));
      }}
      onClose={onClose}
      submitLabel={t("closing.verb")}
      width={440}
    >
      {day.sums.map(({ currency }, index) => (
        <Form.Item key={currency} name={["counted", index, "currency"]} hidden>
          <Input />
        </Form.Item>
      ))}
      {day.sums.map(({ currency, cash }, index) => (
        <FormField
          key={currency}
          name={`counted.${index}.amount`}
          label={t("closing.counted", { currency })}
          hint={t("closing.booked", { amount: moneyText(cash, currency) })}
        >
          <MoneyInput currency={currency} />
        </FormField>
      ))}
      <FormField name="note" label={t("fields.note")}>
        <Input.TextArea rows={3} maxLength={255} />
      </FormField>
    </DrawerForm>
  );
}
