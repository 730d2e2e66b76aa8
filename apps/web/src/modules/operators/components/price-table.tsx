import { moneyText } from "@homeroom/contract/currencies";
import { RecordId } from "@homeroom/contract/ids";
import { type ListedPrice, PriceForm } from "@homeroom/contract/operators";
import { Button, InputNumber } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { useCan } from "#platform/access.ts";
import { type Column, columnMaker } from "#ui/data-table/column.ts";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { listStateOf } from "#ui/data-table/list-state.ts";
import { DateField } from "#ui/date-field/date-field.tsx";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import layout from "#ui/layout.module.css";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { useOperatorWrites, usePrices } from "../api.ts";

const tones: Record<ListedPrice["state"], Tone> = { now: "success", later: "primary", past: "quiet" };

/** The current, past and future prices. A change starts on a day; existing orders keep their price. */
export function PriceTable() {
  const { t } = useTranslation("operators");
  const can = useCan();
  const list = listStateOf<ListedPrice>(usePrices());
  const [changing, setChanging] = useState<ListedPrice | null>(null);
  const nameOf = useSoldName();
  const titleOf = (price: ListedPrice) => {
    const { currency, validFrom: date } = price;
    return t(`${verbOf(price)}Of`, { name: nameOf(price), currency, date });
  };
  const state = (price: ListedPrice) => <StatusDot tone={tones[price.state]} label={t(`priceState.${price.state}`)} />;
  const days = ({ validFrom, validUntil }: ListedPrice) => (
    <span className={layout.figures}>{validUntil ? `${validFrom} – ${validUntil}` : validFrom}</span>
  );
  const change = (price: ListedPrice) =>
    price.state !== "past" &&
    can("sys:operator:edit") && (
      <span className={layout.rowWrap} data-own-click>
        <Button size="small" aria-label={titleOf(price)} onClick={() => setChanging(price)}>
          {t(verbOf(price))}
        </Button>
      </span>
    );
  const column = columnMaker<ListedPrice>((key) => t(`fields.${key}`));
  const columns: Column<ListedPrice>[] = [
    column("sold", 240, nameOf, { grow: true, frozen: true }),
    column("amount", 140, ({ amount, currency }) => <b>{moneyText(amount, currency)}</b>, {
      title: t("fields.price"),
      align: "end",
    }),
    column("state", 120, state),
    column("days", 200, days, { title: t("fields.validFrom") }),
    column("actions", 120, change),
  ];
  return (
    <>
      <DataTable
        id="plan-prices"
        label={t("tab.prices")}
        columns={columns}
        rowKey={({ priceID }) => priceID}
        list={list}
        card={(price) => ({
          title: nameOf(price),
          aside: moneyText(price.amount, price.currency),
          facts: [<span key="state">{state(price)}</span>, <span key="days">{days(price)}</span>],
          actions: change(price),
        })}
        empty={<EmptyState title={t("none.prices")} detail={t("none.pricesDetail")} />}
      />
      {changing && (
        <PriceDrawer
          price={changing}
          name={nameOf(changing)}
          title={titleOf(changing)}
          onClose={() => setChanging(null)}
        />
      )}
    </>
  );
}

/** What a price is for: "Basic plan, 12 months". */
function useSoldName(): (price: ListedPrice) => string {
  const { t } = useTranslation("operators");
  return ({ kind, plan, paidMonths }) => {
    if (kind === "message" || kind === "graphic") return t(`sold.${kind}`);
    const what = plan ? t(`billing:plan.${plan}`) : t("sold.broadcast");
    return `${what} · ${t("billing:buy.months", { count: paidMonths })}`;
  };
}

/** A price that has not begun is corrected, unless another day is chosen. */
function verbOf({ state }: ListedPrice): "change" | "correct" {
  return state === "later" ? "correct" : "change";
}

interface DrawerProps {
  price: ListedPrice;
  name: string;
  title: string;
  onClose: () => void;
}

function PriceDrawer({ price, name, title, onClose }: DrawerProps) {
  const { t } = useTranslation("operators");
  const { done } = useFeedback();
  const { changePrice } = useOperatorWrites();
  // The id is created here, so that a retry after a lost answer sets it once.
  const [recordID] = useState(() => RecordId.parse(v7()));
  const { priceID, currency, amount } = price;
  const validFrom = verbOf(price) === "correct" ? price.validFrom : "";
  return (
    <DrawerForm
      open
      title={title}
      schema={PriceForm}
      initialValues={{ recordID, priceID, amount, validFrom }}
      submitLabel={t(verbOf(price))}
      onSubmit={(values, report) => changePrice({ ...values, recordID, priceID }, report)}
      onDone={() => {
        done(t("changed", { name }));
        onClose();
      }}
      onClose={onClose}
    >
      <FormField name="amount" label={`${t("fields.price")} (${currency})`} required>
        <InputNumber<number> min={0} style={{ width: "100%" }} />
      </FormField>
      <FormField name="validFrom" label={t("fields.validFrom")} required hint={t("validFromHint")}>
        <DateField />
      </FormField>
    </DrawerForm>
  );
}
