import { BranchId } from "@homeroom/contract/ids";
import { Checkbox } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "#platform/access.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useDefaults } from "../api.ts";
import type { Duplicates, StaffOptionValues } from "../rules.ts";
import { BranchOption, ManyOption, OneOption } from "./option-row.tsx";

/** The options besides the columns, as state and as the call expects them. */
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
      <BranchOption value={values.branchID} branches={branches} onChange={(branchID) => change({ branchID })} />
      <ManyOption
        label={t("options.roles")}
        value={values.roleIds}
        placeholder={t("options.rolesHint")}
        options={roles}
        onChange={(roleIds) => change({ roleIds })}
      />
      <OneOption<Duplicates>
        label={t("options.duplicates")}
        value={values.duplicates}
        choices={["refuse", "skip", "update"]}
        textOf={(value) => t(`options.${value}`)}
        onChange={(chosen) => change({ duplicates: chosen })}
      />
      <Checkbox checked={values.invite} onChange={({ target }) => change({ invite: target.checked })}>
        {t("options.invite")}
      </Checkbox>
      {newPasswords && <p className={layout.hint}>{t(`options.password.${newPasswords}`)}</p>}
    </fieldset>
  );
}
