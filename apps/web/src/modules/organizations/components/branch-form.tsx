import { AddBranchForm, type BranchInfo, EditBranchForm } from "@homeroom/contract/branches";
import { callingCodes, isCountryCode } from "@homeroom/contract/countries";
import { BranchId } from "@homeroom/contract/ids";
import { Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { useUser } from "#platform/access.ts";
import { DateField } from "#ui/date-field/date-field.tsx";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow } from "#ui/drawer-form/form-row.tsx";
import { PhoneField } from "#ui/phone-field/phone-field.tsx";
import { TimeZoneSelect } from "#ui/time-zone/time-zone-select.tsx";
import { fetchBranch, useBranchWrites } from "../api.ts";

interface AddBranchProps {
  onClose: () => void;
  onDone: (recordID: BranchId) => void;
}

/** The form of a new branch, in the zone of the organisation at first. */
export function AddBranch({ onClose, onDone }: AddBranchProps) {
  const { t } = useTranslation("organizations");
  const { organization } = useUser();
  const { add } = useBranchWrites();
  // Proposed by the form, so that sending again after a lost answer does not make a second branch.
  const [initialValues] = useState(() => ({
    recordID: BranchId.parse(v7()),
    status: 1,
    areaCode: areaCodeAt(organization.timeZone),
    timezone: organization.timeZone,
  }));
  return (
    <DrawerForm
      open
      title={t("add")}
      schema={AddBranchForm}
      initialValues={initialValues}
      onSubmit={add}
      onDone={onDone}
      onClose={onClose}
    >
      <Fields />
    </DrawerForm>
  );
}

interface EditBranchProps {
  branch: BranchInfo;
  onClose: () => void;
  onDone: () => void;
}

/** The form of a branch in the state in which it was opened. */
export function EditBranch({ branch, onClose, onDone }: EditBranchProps) {
  const { t } = useTranslation("organizations");
  const { edit } = useBranchWrites();
  const [initialValues] = useState(() => formOf(branch));
  return (
    <DrawerForm
      open
      title={t("editTitle", { name: branch.name })}
      schema={EditBranchForm}
      initialValues={initialValues}
      reload={async () => formOf(await fetchBranch(branch.recordID))}
      onSubmit={edit}
      onDone={onDone}
      onClose={onClose}
    >
      <Fields />
    </DrawerForm>
  );
}

function Fields() {
  const { t } = useTranslation("organizations");
  const label = (key: string) => t(`branch.${key}`);
  return (
    <>
      <FormRow>
        <FormField name="name" label={label("name")} required>
          <Input maxLength={100} />
        </FormField>
        <FormField name="ename" label={label("ename")}>
          <Input maxLength={100} />
        </FormField>
      </FormRow>
      <FormRow>
        <FormField name="contactName" label={label("contactName")} required>
          <Input maxLength={100} />
        </FormField>
        <FormField name="email" label={label("email")} required>
          <Input type="email" maxLength={128} autoComplete="off" />
        </FormField>
      </FormRow>
      <PhoneField label={label("phone")} required />
      <FormField name="address" label={label("address")}>
        <Input maxLength={255} />
      </FormField>
      <FormField name="timezone" label={label("timezone")} required hint={t("branch.timezoneHint")}>
        <TimeZoneSelect />
      </FormField>
      <FormRow>
        <FormField name="establishmentDate" label={label("establishmentDate")}>
          <DateField year="none" />
        </FormField>
        <FormField name="leaseExpiry" label={label("leaseExpiry")} hint={t("branch.leaseHint")}>
          <DateField year="ahead" />
        </FormField>
      </FormRow>
      <FormField name="introduction" label={label("introduction")}>
        <Input.TextArea maxLength={2000} showCount autoSize={{ minRows: 3, maxRows: 10 }} />
      </FormField>
    </>
  );
}

function formOf(branch: BranchInfo): EditBranchForm {
  const { use: _use, stranded: _stranded, leadSources: _sources, isLastOpen: _last, ...shown } = branch;
  const { isCurrent: _current, createTime: _time, ...rest } = shown;
  const { status: _status, ...form } = rest;
  return form;
}

/** The area code of a zone in one of the places where most centres are; "" elsewhere. */
function areaCodeAt(zone: string): string {
  const countries: Record<string, string> = { "Asia/Hong_Kong": "HK", "Asia/Taipei": "TW", "Asia/Macau": "MO" };
  const country = countries[zone] ?? "";
  return isCountryCode(country) ? `+${callingCodes[country]}` : "";
}
