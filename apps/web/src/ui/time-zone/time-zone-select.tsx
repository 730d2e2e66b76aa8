import { Select } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { usePreference } from "#platform/preferences.ts";
import type { ControlledProps } from "#ui/choice/choice-select.tsx";
import { laid } from "#ui/laid.ts";
import { type ZoneChoice, zoneChoices } from "./zones.ts";

/** A time zone, found by its name in the language of the page, its city, its IANA name or its offset. */
export function TimeZoneSelect({ value, onChange, ...rest }: ControlledProps<string> & { disabled?: boolean }) {
  const { t } = useTranslation("ui");
  const [language] = usePreference("language");
  const options = useMemo(() => zoneChoices(language), [language]);
  return (
    <Select<string, ZoneChoice>
      {...rest}
      value={value || null}
      options={options}
      showSearch={{ filterOption: (words, zone) => fits(zone, words) }}
      placeholder={t("choose")}
      optionRender={drawZone}
      onChange={(next) => onChange?.(next)}
    />
  );
}

function drawZone({ data }: { data: ZoneChoice }) {
  return (
    <span className={laid("flexBox justifyBetween gap12")}>
      <span className={laid("ellipsis clip")}>{data.label}</span>
      <span className={laid("quiet figures fixed")}>{data.offset}</span>
    </span>
  );
}

function fits(zone: ZoneChoice | undefined, words: string): boolean {
  const text = `${zone?.label} ${zone?.value} ${zone?.value.replaceAll("_", " ")} ${zone?.offset}`.toLowerCase();
  return text.includes(words.trim().toLowerCase());
}
