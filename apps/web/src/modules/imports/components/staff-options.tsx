import { BranchId, type RoleId } from "@homeroom/contract/ids";
import { Checkbox, Radio, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "#platform/access.ts";
import { tabLeaves } from "#ui/keyboard/tab-leaves.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useDefaults } from "../api.ts";
import type { Duplicates, StaffOptionValues } from "../rules.ts";
import { OptionGroup, OptionRow } from "./option-row.tsx";

/** What a person chooses beside the columns, as state and as the call takes it. */
export function useStaffOptions(kept: StaffOptionValues | undefined) {
  const { branch } = useUser();
  const first: StaffOptionValues = { branchID: branch.branchID, roleIds: [], duplicates: "refuse", invite: false };
  const [values, setValues] = useState(kept ?? first);
  const { branchID, roleIds, duplicates, invite } = values;
  const request = {
    branchID: BranchId.parse(branchID),
    roleIds,
    invite,
    skipDuplicates: duplicates === "skip",
    updateExisting: duplicates === "update",
  };
  return { values, request, change: (part: Partial<StaffOptionValues>) => setValues({ ...values, ...part }) };
}

/** Branch and roles for rows that name none, the handling of existing people, and invitations. */
export function StaffOptions({ options }: { options: ReturnType<typeof useStaffOptions> }) {
  const { t } = useTranslation("imports");
  const { roles, branches, newPasswords } = useDefaults();
  const { values, change } = options;
  return (
    <fieldset className={laid("column flush gap12 noBorder")}>
      <legend className={laid("strong breaking text14 noMargin below8")}>{t("options.title")}</legend>
      <OptionRow label={t("options.branch")}>
        {(id) => (
          <Select
            id={id}
            value={values.branchID}
            options={branches ?? []}
            onChange={(branchID: string) => change({ branchID })}
          />
        )}
      </OptionRow>
      <OptionRow label={t("options.roles")}>
        {(id) => (
          <Select
            id={id}
            mode="multiple"
            onInputKeyDown={tabLeaves}
            value={values.roleIds}
            placeholder={t("options.rolesHint")}
            options={roles ?? []}
            showSearch={{ optionFilterProp: "label" }}
            onChange={(roleIds: RoleId[]) => change({ roleIds })}
          />
        )}
      </OptionRow>
      <OptionGroup label={t("options.duplicates")}>
        {(id) => (
          <Radio.Group
            aria-labelledby={id}
            value={values.duplicates}
            onChange={({ target }) => change({ duplicates: target.value as Duplicates })}
            options={(["refuse", "skip", "update"] as const).map((value) => ({ value, label: t(`options.${value}`) }))}
          />
        )}
      </OptionGroup>
      <Checkbox checked={values.invite} onChange={({ target }) => change({ invite: target.checked })}>
        {t("options.invite")}
      </Checkbox>
      {newPasswords && <p className={layout.hint}>{t(`options.password.${newPasswords}`)}</p>}
    </fieldset>
  );
}
