import type { broadcastSettings } from "@homeroom/contract/broadcast-settings";
import type { ResponseOf } from "@homeroom/contract/endpoint";
import { useState } from "react";
import { type FieldName, formOf, type KnownForm, withTheirs } from "../rules/setting-form.ts";

export type Setting = ResponseOf<typeof broadcastSettings.setting>;

/**
 * The settings as they are being written. What is saved meanwhile comes in beneath what is being written; `both` are the
 * fields that were changed on both sides, null while nobody else has saved.
 */
export function useSettingForm(setting: Setting) {
  const [base, setBase] = useState(() => formOf(setting));
  const [form, setForm] = useState(base);
  const [both, setBoth] = useState<readonly FieldName[] | null>(null);
  // The price table gives each price a key of its own when it begins.
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
