import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { priceCategories } from "@homeroom/contract/broadcast-settings";
import { Button, InputNumber, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { useDateView } from "#platform/date-view.ts";
import { dayKey } from "#platform/dates.ts";
import { CountrySelect } from "#ui/choice/country-select.tsx";
import { DateField } from "#ui/date-field/date-field.tsx";
import { incompleteDate } from "#ui/date-field/incomplete-date.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import type { SettingForm } from "../api.ts";
import { type PriceFault, priceFaults } from "../rules/price-faults.ts";
import styles from "./setting-panel.module.css";

type Price = SettingForm["prices"][number];

const currencies = ["USD", "HKD", "TWD", "EUR", "GBP", "AUD", "CNY", "SGD", "MYR", "JPY"];

const columns = ["country", "category", "currency", "unitPrice", "validFrom", "validTo"] as const;

const line = laid("gridBox alignCentre gap8");

interface PriceTableProps {
  prices: readonly Price[];
  isReader: boolean;
  onChange: (prices: Price[]) => void;
}

/** The prices of messages by country and category, each from a given day. */
export function PriceTable({ prices, isReader, onChange }: PriceTableProps) {
  const { t } = useTranslation("broadcastPlans");
  const { zone } = useDateView();
  // Prices have no ids, and all their fields can change during editing.
  const [keys, setKeys] = useState(() => prices.map(() => v7()));
  const change = (at: number, part: Partial<Price>) =>
    onChange(prices.map((price, index) => (index === at ? { ...price, ...part } : price)));
  const remove = (at: number) => {
    setKeys(keys.filter((_, index) => index !== at));
    onChange(prices.filter((_, index) => index !== at));
  };
  const add = () => {
    setKeys([...keys, v7()]);
    const currency = prices[0]?.currency ?? "USD";
    const dates = { validFrom: dayKey(new Date(), zone), validTo: null };
    onChange([...prices, { country: "HK", category: "marketing", currency, unitPrice: 0, ...dates }]);
  };
  const faults = priceFaults(prices);
  return (
    <>
      {prices.length > 0 && (
        <p className={laid("hint", `${line} ${styles.head}`)} aria-hidden>
          {columns.map((column) => (
            <span key={column}>{t(`setting.${column}`)}</span>
          ))}
        </p>
      )}
      <ul className={laid("closeStack noPadding unmarked", styles.prices)}>
        {prices.map((price, at) => (
          <li key={keys[at]} className={`${line} ${styles.price}`}>
            <CountrySelect
              aria-label={t("setting.country")}
              disabled={isReader}
              value={price.country}
              onChange={(country) => country && change(at, { country })}
            />
            <Select
              aria-label={t("setting.category")}
              disabled={isReader}
              value={price.category}
              options={priceCategories.map((value) => ({ value, label: t(`category.${value}`) }))}
              onChange={(category) => change(at, { category })}
            />
            <Select
              aria-label={t("setting.currency")}
              disabled={isReader}
              value={price.currency}
              options={currencies.map((value) => ({ value, label: value }))}
              onChange={(currency) => change(at, { currency })}
            />
            <InputNumber
              className={layout.wide}
              aria-label={t("setting.unitPrice")}
              disabled={isReader}
              min={0}
              max={1000}
              step={0.01}
              precision={6}
              value={price.unitPrice}
              onChange={(unitPrice) => change(at, { unitPrice: unitPrice ?? 0 })}
            />
            <DateField
              aria-label={t("setting.validFrom")}
              disabled={isReader}
              value={price.validFrom}
              onChange={(validFrom) => validFrom && validFrom !== incompleteDate && change(at, { validFrom })}
            />
            <DateField
              aria-label={t("setting.validTo")}
              disabled={isReader}
              value={price.validTo ?? ""}
              onChange={(validTo) => validTo !== incompleteDate && change(at, { validTo: validTo || null })}
            />
            {!isReader && (
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t("setting.removePrice")}
                onClick={() => remove(at)}
              />
            )}
            <Fault fault={faults[at] ?? null} />
          </li>
        ))}
      </ul>
      {prices.length === 0 && <p>{t("setting.noPrices")}</p>}
      {!isReader && (
        <Button icon={<PlusOutlined />} onClick={add}>
          {t("setting.addPrice")}
        </Button>
      )}
    </>
  );
}

function Fault({ fault }: { fault: PriceFault | null }) {
  const { t } = useTranslation("broadcastPlans");
  if (!fault) return null;
  return (
    <span role="alert" className={laid("danger", styles.fault)}>
      {t(`setting.priceFault.${fault.kind}`, { ...fault })}
    </span>
  );
}
