import { type AccountId, BranchId, type RecordId } from "@homeroom/contract/ids";
import { Checkbox, Radio, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan, useUser } from "#platform/access.ts";
import { tabLeaves } from "#ui/keyboard/tab-leaves.ts";
import { laid } from "#ui/laid.ts";
import { useLeadChoices } from "../api.ts";
import { type LeadDuplicates, type LeadOptionValues, leadDuplicates } from "../rules.ts";
import { OptionGroup, OptionRow } from "./option-row.tsx";

/** What a person chooses beside the columns of leads, as state and as the call takes it. */
export function useLeadOptions(kept: LeadOptionValues | undefined) {
  const { branch } = useUser();
  const first: LeadOptionValues = {
    branchID: branch.branchID,
    duplicates: "skip",
    assignBy: "rules",
    sales: [],
    channel: null,
    tag: [],
    createMissing: false,
    areaCode: "",
    dayFirst: null,
  };
  const [values, setValues] = useState(kept ?? first);
  const { branchID, duplicates, dayFirst, sales, assignBy, ...rest } = values;
  const request = {
    ...rest,
    ...leadDuplicates(duplicates),
    assignBy,
    sales: assignBy === "sales" ? sales : [],
    branchID: BranchId.parse(branchID),
    ...(dayFirst !== null && { dayFirst }),
  };
  return { values, request, change: (part: Partial<LeadOptionValues>) => setValues({ ...values, ...part }) };
}

const areaCodes = ["+852", "+886", "+853", "+86", "+65", "+60", "+1"];

/** Branch, duplicates, who gets the leads, and what their rows say nothing of. */
export function LeadOptions({ options }: { options: ReturnType<typeof useLeadOptions> }) {
  const { t } = useTranslation("imports");
  const { values, change } = options;
  const { branches, channels, tags } = useLeadChoices(values.branchID);
  const can = useCan();
  const mayUpdate = can("crm:lead:edit");
  const mayMake = can("org:field:add", "crm:option:add", "org:channel:add");
  return (
    <fieldset className={laid("column flush gap12 noBorder")}>
      <legend className={laid("strong breaking text14 noMargin below8")}>{t("lead.title")}</legend>
      <OptionRow label={t("options.branch")}>
        {(id) => (
          <Select
            id={id}
            value={values.branchID}
            options={branches ?? []}
            onChange={(branchID: string) => change({ branchID, sales: [] })}
          />
        )}
      </OptionRow>
      <OptionGroup label={t("lead.duplicates")}>
        {(id) => (
          <Radio.Group
            aria-labelledby={id}
            value={values.duplicates}
            onChange={({ target }) => change({ duplicates: target.value as LeadDuplicates })}
            options={(mayUpdate
              ? (["skip", "fill", "overwrite", "refuse"] as const)
              : (["skip", "refuse"] as const)
            ).map((value) => ({ value, label: t(`lead.${value}`) }))}
          />
        )}
      </OptionGroup>
      <Holders options={options} />
      <OptionRow label={t("lead.channel")}>
        {(id) => (
          <Select
            id={id}
            allowClear
            value={values.channel}
            placeholder={t("lead.none")}
            options={channels ?? []}
            onChange={(channel: RecordId | undefined) => change({ channel: channel ?? null })}
          />
        )}
      </OptionRow>
      <OptionRow label={t("lead.tag")}>
        {(id) => (
          <Select
            id={id}
            mode="multiple"
            onInputKeyDown={tabLeaves}
            value={values.tag}
            placeholder={t("lead.none")}
            options={tags ?? []}
            onChange={(tag: RecordId[]) => change({ tag })}
          />
        )}
      </OptionRow>
      <OptionRow label={t("lead.areaCode")}>
        {(id) => (
          <Select
            id={id}
            value={values.areaCode}
            options={[{ value: "", label: t("lead.ofBranch") }, ...areaCodes.map((value) => ({ value, label: value }))]}
            onChange={(areaCode: string) => change({ areaCode })}
          />
        )}
      </OptionRow>
      <OptionRow label={t("lead.days")}>
        {(id) => (
          <Select
            id={id}
            value={values.dayFirst === null ? "" : String(values.dayFirst)}
            options={[
              { value: "", label: t("lead.ofBranch") },
              { value: "true", label: t("lead.dayFirst") },
              { value: "false", label: t("lead.monthFirst") },
            ]}
            onChange={(value: string) => change({ dayFirst: value === "" ? null : value === "true" })}
          />
        )}
      </OptionRow>
      {mayMake && (
        <Checkbox checked={values.createMissing} onChange={({ target }) => change({ createMissing: target.checked })}>
          {t("lead.createMissing")}
        </Checkbox>
      )}
    </fieldset>
  );
}

/** The owner of leads whose row names nobody. */
function Holders({ options: { values, change } }: { options: ReturnType<typeof useLeadOptions> }) {
  const { t } = useTranslation("imports");
  const { sales } = useLeadChoices(values.branchID);
  const me = useUser().accountID;
  const mayAssign = useCan()("crm:lead:assign");
  const people = mayAssign ? sales : sales?.filter(({ value }) => value === me);
  return (
    <>
      <OptionGroup label={t("lead.holders")}>
        {(id) => (
          <Radio.Group
            aria-labelledby={id}
            value={values.assignBy}
            onChange={({ target }) => change({ assignBy: target.value as typeof values.assignBy })}
            options={(["nobody", "sales", "rules"] as const).map((value) => ({ value, label: t(`lead.by.${value}`) }))}
          />
        )}
      </OptionGroup>
      {values.assignBy === "sales" && (
        <OptionRow label={t("lead.sales")}>
          {(id) => (
            <Select
              id={id}
              mode="multiple"
              onInputKeyDown={tabLeaves}
              value={values.sales}
              placeholder={t("lead.salesHint")}
              options={people ?? []}
              showSearch={{ optionFilterProp: "label" }}
              onChange={(chosen: AccountId[]) => change({ sales: chosen })}
            />
          )}
        </OptionRow>
      )}
    </>
  );
}
