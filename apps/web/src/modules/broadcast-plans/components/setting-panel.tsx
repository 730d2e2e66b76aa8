import type { broadcastSettings } from "@homeroom/contract/broadcast-settings";
import type { ResponseOf } from "@homeroom/contract/endpoint";
import type { QuietHours as Hours } from "@homeroom/contract/quiet-hours";
import { Button, InputNumber, Select, TimePicker } from "antd";
import dayjs from "dayjs";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useNumberText } from "#platform/number-text.ts";
import { DetailSection } from "#ui/detail-page/detail-page.tsx";
import { mergeValues } from "#ui/drawer-form/merge.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useSettingSave } from "../api.ts";
import { priceFaults } from "../rules/price-faults.ts";
import { withPrices } from "../rules/read-prices.ts";
import { PriceImport } from "./price-import.tsx";
import { PriceTable } from "./price-table.tsx";
import { ChangedMeanwhile } from "./saved-meanwhile.tsx";
import styles from "./setting-panel.module.css";

type Setting = ResponseOf<typeof broadcastSettings.setting>;

/** The settings as a form has them. */
type KnownForm = Omit<Setting, "usedThisMonth">;

const fieldNames = ["monthlyLimit", "warningLevels", "approvalAbove", "quietHours", "prices"] as const;
type FieldName = (typeof fieldNames)[number];

const format = "HH:mm";

const levels = [50, 70, 80, 90, 95, 100];

/** The settings as a form; read-only without the permission. */
export function SettingPanel({ setting }: { setting: Setting }) {
  const { t } = useTranslation("broadcastPlans");
  const { done, failed } = useFeedback();
  const isReader = !useCan()("bulk:setting:edit");
  const save = useSettingSave();
  const { form, both, tables, change, replacePrices } = useSettingForm(setting);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    const fault = priceFaults(form.prices).find((one) => one !== null);
    if (fault) return failed(t(`setting.priceFault.${fault.kind}`, { ...fault }));
    setBusy(true);
    await save(form).then(() => done(t("setting.saved")), failed);
    setBusy(false);
  };
  const number = useNumberText();
  return (
    <div className={layout.stack}>
      {both && <ChangedMeanwhile parts={both.map((field) => t(`setting.${field}`))} />}
      <DetailSection title={t("setting.limit")}>
        <div className={laid("flexBox wrap gap16")}>
          <label className={laid("column gap4 minWidth200")}>
            <span className={layout.hint}>{t("setting.monthlyLimit")}</span>
            <InputNumber
              min={1}
              max={10_000_000}
              precision={0}
              disabled={isReader}
              className={layout.wide ?? ""}
              value={form.monthlyLimit}
              placeholder={t("setting.noLimit")}
              onChange={(monthlyLimit) => change({ monthlyLimit })}
            />
            <span className={layout.hint} role="status">
              {t("setting.used", { number: number(setting.usedThisMonth) })}
            </span>
          </label>
          <div className={laid("column gap4 minWidth200")}>
            <span className={layout.hint}>{t("setting.warningLevels")}</span>
            <Select<number[]>
              mode="multiple"
              aria-label={t("setting.warningLevels")}
              disabled={isReader}
              maxCount={5}
              value={form.warningLevels}
              options={levels.map((value) => ({ value, label: t("setting.percent", { number: value }) }))}
              onChange={(warningLevels) => change({ warningLevels })}
            />
          </div>
          <label className={laid("column gap4 minWidth200")}>
            <span className={layout.hint}>{t("setting.approvalAbove")}</span>
            <InputNumber
              min={1}
              max={10_000_000}
              precision={0}
              disabled={isReader}
              className={layout.wide ?? ""}
              value={form.approvalAbove}
              placeholder={t("setting.noApproval")}
              onChange={(approvalAbove) => change({ approvalAbove })}
            />
          </label>
        </div>
      </DetailSection>
      <DetailSection title={t("setting.quietHours")}>
        <div className={laid("column gap4")}>
          <span className={layout.hint}>{t("setting.quietDetail")}</span>
          <div className={layout.maxWidth320}>
            <QuietHours hours={form.quietHours} isReader={isReader} onChange={(quietHours) => change({ quietHours })} />
          </div>
        </div>
      </DetailSection>
      <DetailSection title={t("setting.prices")}>
        <PriceTable key={tables} prices={form.prices} isReader={isReader} onChange={(prices) => change({ prices })} />
        {!isReader && <PriceImport onRead={(prices) => replacePrices(withPrices(form.prices, prices))} />}
      </DetailSection>
      {!isReader && (
        <Button type="primary" loading={busy} className={styles.save} onClick={() => void submit()}>
          {t("setting.save")}
        </Button>
      )}
    </div>
  );
}

/**
 * The settings being edited. Saves by others are merged under the unsaved changes; `both` are the fields changed on both
 * sides, null while nobody else has saved.
 */
function useSettingForm(setting: Setting) {
  const [base, setBase] = useState(() => formOf(setting));
  const [form, setForm] = useState(base);
  const [both, setBoth] = useState<readonly FieldName[] | null>(null);
  // The price table gives each price a key when it mounts.
  const [tables, setTables] = useState(0);
  if (setting.version !== base.version) {
    const theirs = formOf(setting);
    const merged = withTheirs(theirs, { base, mine: form });
    setBase(theirs);
    setForm(merged.form);
    setBoth(merged.both);
    if (merged.form.prices !== form.prices) setTables(tables + 1);
  }
  return {
    ...{ form, both, tables },
    change: (part: Partial<KnownForm>) => setForm((before) => ({ ...before, ...part })),
    replacePrices(prices: KnownForm["prices"]) {
      setForm((before) => ({ ...before, prices }));
      setTables(tables + 1);
    },
  };
}

/** The part of the settings that can be written. */
function formOf({ usedThisMonth: _used, ...form }: Setting): KnownForm {
  return form;
}

/**
 * What is being written, on top of what is saved now. `both`: the fields that two people have changed, of which the writer's
 * are kept; null where the writer has nothing to look at again.
 */
function withTheirs(
  theirs: KnownForm,
  { base, mine }: { base: KnownForm; mine: KnownForm },
): { form: KnownForm; both: FieldName[] | null } {
  const { values, taken, both } = mergeValues(
    { base, mine, theirs },
    fieldNames.map((name) => [name]),
  );
  const form = values as KnownForm;
  const named = fieldNames.filter((name) => both.some(({ path }) => path[0] === name));
  const keeps = fieldNames.some((name) => form[name] === mine[name] && mine[name] !== base[name]);
  return { form, both: named.length > 0 || (keeps && taken.length > 0) ? named : null };
}

interface QuietHoursProps {
  hours: Hours | null;
  isReader: boolean;
  onChange: (hours: Hours | null) => void;
}

/** The part of the day in which no marketing is sent; empty: there is none. */
function QuietHours({ hours, isReader, onChange }: QuietHoursProps) {
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
