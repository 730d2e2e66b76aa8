import { BranchId, type RecordId } from "@homeroom/contract/ids";
import { Checkbox, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan, useUser } from "#platform/access.ts";
import { useClearing } from "#ui/choice/use-clearing.tsx";
import { laid } from "#ui/laid.ts";
import { useLeadChoices } from "../api.ts";
import { type LeadDuplicates, type LeadOptionValues, leadDuplicates } from "../rules.ts";
import { BranchOption, ManyOption, OneOption, OptionRow } from "./option-row.tsx";

/** The options besides the columns of leads, as state and as the call expects them. */
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

/** Branch, duplicates, who gets the leads, and values that rows do not contain. */
export function LeadOptions({ options }: { options: ReturnType<typeof useLeadOptions> }) {
  const clearing = useClearing();
  const { t } = useTranslation("imports");
  const { values, change } = options;
  const { branches, channels, tags } = useLeadChoices(values.branchID);
  const can = useCan();
  const mayUpdate = can("crm:lead:edit");
  const mayMake = can("org:field:add", "crm:option:add", "org:channel:add");
  return (
    <fieldset className={laid("column flush gap12 noBorder")}>
      <legend className={laid("strong breaking text14 noMargin below8")}>{t("lead.title")}</legend>
      <BranchOption
        value={values.branchID}
        branches={branches}
        onChange={(branchID) => change({ branchID, sales: [] })}
      />
      <OneOption<LeadDuplicates>
        label={t("lead.duplicates")}
        value={values.duplicates}
        choices={mayUpdate ? ["skip", "fill", "overwrite", "refuse"] : ["skip", "refuse"]}
        textOf={(value) => t(`lead.${value}`)}
        onChange={(chosen) => change({ duplicates: chosen })}
      />
      <Holders options={options} />
      <OptionRow label={t("lead.channel")}>
        {(id) => (
          <Select
            id={id}
            allowClear={clearing}
            value={values.channel}
            placeholder={t("lead.none")}
            options={channels ?? []}
            onChange={(channel: RecordId | undefined) => change({ channel: channel ?? null })}
          />
        )}
      </OptionRow>
      <ManyOption
        label={t("lead.tag")}
        value={values.tag}
        placeholder={t("lead.none")}
        options={tags}
        onChange={(tag) => change({ tag })}
      />
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

/** Who gets the leads whose row names nobody. */
function Holders({ options: { values, change } }: { options: ReturnType<typeof useLeadOptions> }) {
  const { t } = useTranslation("imports");
  const { sales } = useLeadChoices(values.branchID);
  const me = useUser().accountID;
  const mayAssign = useCan()("crm:lead:assign");
  const people = mayAssign ? sales : sales?.filter(({ value }) => value === me);
  return (
    <>
      <OneOption<typeof values.assignBy>
        label={t("lead.holders")}
        value={values.assignBy}
        choices={["nobody", "sales", "rules"]}
        textOf={(value) => t(`lead.by.${value}`)}
        onChange={(assignBy) => change({ assignBy })}
      />
      {values.assignBy === "sales" && (
        <ManyOption
          label={t("lead.sales")}
          value={values.sales}
          placeholder={t("lead.salesHint")}
          options={people}
          onChange={(chosen) => change({ sales: chosen })}
        />
      )}
    </>
  );
}
