import { CloseOutlined, DownOutlined, UpOutlined } from "@ant-design/icons";
import type { AssignmentRule, RuleMember, SalesPerson } from "@homeroom/contract/lead-rules";
import { Button, InputNumber } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { HoursEditor } from "./hours-editor.tsx";
import styles from "./lead-rules.module.css";
import { CountriesSelect, TextsSelect } from "./region-fields.tsx";

interface MemberRowProps {
  member: RuleMember;
  /** Undefined for a person who is no longer among the branch's sales. */
  person: SalesPerson | undefined;
  goneName: string;
  way: AssignmentRule;
  onChange: (next: RuleMember) => void;
  onRemove: () => void;
}

/** One person of a rule: share and capacity always, region and hours on request. */
export function MemberRow({ member, person, goneName, way, onChange, onRemove }: MemberRowProps) {
  const { t } = useTranslation("leadRules");
  const limited = member.countries.length + member.districts.length + member.hours.length > 0;
  const [open, setOpen] = useState(false);
  const name = person?.nickname ?? goneName;
  const isAutomatic = way !== "manual";
  return (
    <li className={laid("pad8x12 ruled")}>
      <div className={layout.rowWrap}>
        <span className={laid("column", styles.memberName)}>
          {name}
          <span className={person ? layout.hint : laid("warning text12 leading20")}>
            {person ? t("openLeads", { count: person.openLeads }) : t("gone")}
            {person?.absentToday && ` · ${t("absentToday")}`}
          </span>
        </span>
        {way === "ratio" && (
          <InputNumber
            className={styles.number ?? ""}
            min={1}
            max={100}
            precision={0}
            suffix="%"
            value={member.ratio}
            aria-label={t("shareOf", { name })}
            onChange={(ratio) => onChange({ ...member, ratio })}
          />
        )}
        {isAutomatic && (
          <InputNumber
            className={styles.capacity ?? ""}
            min={1}
            max={99_999}
            precision={0}
            prefix={t("capacity.prefix")}
            placeholder={t("capacity.none")}
            value={member.capacity}
            aria-label={t("capacity.of", { name })}
            onChange={(capacity) => onChange({ ...member, capacity })}
          />
        )}
        <span className={laid("push inlineFlex")}>
          {isAutomatic && (
            <Button
              type="text"
              icon={open ? <UpOutlined /> : <DownOutlined />}
              aria-expanded={open}
              aria-label={t("limitsOf", { name })}
              onClick={() => setOpen(!open)}
            >
              {limited && !open ? t("limited") : t("limits")}
            </Button>
          )}
          <Button type="text" icon={<CloseOutlined />} aria-label={t("takeOut", { name })} onClick={onRemove} />
        </span>
      </div>
      {open && isAutomatic && (
        <div className={laid("closeStack", styles.memberMore)}>
          <span className={layout.hint}>{t("region.person")}</span>
          <CountriesSelect value={member.countries} onChange={(countries) => onChange({ ...member, countries })} />
          <TextsSelect
            value={member.districts}
            placeholder={t("region.anyDistrict")}
            label={t("region.districts")}
            onChange={(districts) => onChange({ ...member, districts })}
          />
          <span className={layout.hint}>{t("hours.person")}</span>
          <HoursEditor
            value={member.hours}
            empty={t("hours.asRule")}
            onChange={(hours) => onChange({ ...member, hours })}
          />
        </div>
      )}
    </li>
  );
}
