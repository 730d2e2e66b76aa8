import { LeadId } from "@homeroom/contract/ids";
import { Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Controlled } from "#ui/choice/choice-select.tsx";
import { useLeadChoices, useLeadName } from "../api/queries.ts";

/** A lead, found by name or number. */
export function LeadSelect({ id, value, onChange }: Controlled<string | undefined>) {
  const { t } = useTranslation("orders");
  const [words, setWords] = useState("");
  const found = useLeadChoices(words) ?? [];
  const chosen = LeadId.safeParse(value);
  const name = useLeadName(chosen.success ? chosen.data : null);
  const isAmong = found.some((lead) => lead.value === value);
  const options = chosen.success && name && !isAmong ? [{ value: chosen.data, label: name }, ...found] : found;
  return (
    <Select
      {...(id !== undefined && { id })}
      value={value}
      options={options}
      placeholder={t("findLead")}
      showSearch={{ filterOption: false, onSearch: setWords }}
      onChange={(next: string) => onChange?.(next)}
    />
  );
}
