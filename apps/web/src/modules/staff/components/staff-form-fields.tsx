import type { FileId } from "@homeroom/contract/ids";
import type { StaffForm } from "@homeroom/contract/staff";
import { Form, Input, Select, Switch, TreeSelect } from "antd";
import { useTranslation } from "react-i18next";
import type { ControlledProps } from "#ui/choice/choice-select.tsx";
import { useClearing } from "#ui/choice/use-clearing.tsx";
import { DateField } from "#ui/date-field/date-field.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow, FormSection } from "#ui/drawer-form/form-row.tsx";
import { OptionalField } from "#ui/drawer-form/optional-field.tsx";
import { tabLeaves } from "#ui/keyboard/tab-leaves.ts";
import { PhoneField } from "#ui/phone-field/phone-field.tsx";
import { PictureUpload } from "#ui/picture-upload/picture-upload.tsx";
import { useStaffChoices } from "../api/queries.ts";
import { uploadAvatar } from "../api/writes.ts";
import { departmentTree } from "../rules/department-tree.ts";

/** The record of the form; left out for a new person. */
interface OfPerson {
  record?: StaffForm | undefined;
}

/** Every field of a person, in sections. */
export function StaffFields({ record }: OfPerson) {
  return (
    <>
      <Basics record={record} />
      <Work record={record} />
      <Contact record={record} />
      <Emergency />
      <Remarks />
    </>
  );
}

type TextName = "lastName" | "firstName" | "ename" | "school" | "staffID";

function TextField({ name, max = 100, hint }: { name: TextName; max?: number; hint?: string }) {
  const { t } = useTranslation("staff");
  return (
    <OptionalField name={name} label={t(`fields.${name}`)} hint={hint}>
      <Input maxLength={max} autoComplete="off" />
    </OptionalField>
  );
}

function Basics({ record }: OfPerson) {
  const { t } = useTranslation("staff");
  const genders = [1, 2, 0].map((value) => ({ value, label: t(`genders.${value}`) }));
  const educations = [1, 2, 3, 4, 5, 0].map((value) => ({ value, label: t(`educations.${value}`) }));
  return (
    <FormSection title={t("sections.basic")}>
      <FormRow>
        <FormField name="nickname" label={t("fields.nickname")} required>
          <Input maxLength={64} autoComplete="off" />
        </FormField>
        <TextField name="ename" />
      </FormRow>
      <FormRow>
        <TextField name="lastName" />
        <TextField name="firstName" />
      </FormRow>
      <FormRow>
        <OptionalField name="gender" blank={0} label={t("fields.gender")}>
          <Select options={genders} />
        </OptionalField>
        <OptionalField name="birthdate" label={t("fields.birthdate")}>
          <DateField year="none" />
        </OptionalField>
      </FormRow>
      <FormRow>
        <OptionalField name="education" blank={0} label={t("fields.education")}>
          <Select options={educations} />
        </OptionalField>
        <TextField name="school" />
      </FormRow>
      <OptionalField name="introduction" label={t("fields.introduction")}>
        <Input.TextArea maxLength={2000} autoSize={{ minRows: 2, maxRows: 8 }} />
      </OptionalField>
      <OptionalField name="avatarFileID" label={t("fields.avatar")}>
        <AvatarControl record={record} />
      </OptionalField>
    </FormSection>
  );
}

function Work({ record }: OfPerson) {
  const { t } = useTranslation("staff");
  const fixed = (record?.isSelf ?? false) && !record?.isOwner;
  return (
    <FormSection title={t("sections.work")}>
      <FormField
        name="roleIds"
        label={t("fields.roles")}
        required={!record?.isOwner}
        hint={t(fixed ? "hints.self" : "hints.roles")}
      >
        <GivenSelect of="roles" disabled={fixed} />
      </FormField>
      <FormField name="branchIDs" label={t("fields.branches")} required={!record?.isOwner}>
        <GivenSelect of="branches" disabled={fixed} />
      </FormField>
      <FormRow>
        <OptionalField name="deptID" label={t("fields.dept")}>
          <DepartmentSelect />
        </OptionalField>
        <TextField name="staffID" max={64} hint={t("hints.staffID")} />
      </FormRow>
    </FormSection>
  );
}

function Contact({ record }: OfPerson) {
  const { t } = useTranslation("staff");
  const isOwn = record?.isSelf ?? false;
  return (
    <FormSection title={t("sections.contact")}>
      <FormField name="email" label={t("fields.email")} required hint={isOwn ? t("hints.ownEmail") : undefined}>
        <Input type="email" maxLength={128} autoComplete="off" disabled={isOwn} />
      </FormField>
      <PhoneField optional label={t("fields.phone")} />
      <OptionalField name="address" label={t("fields.address")}>
        <Input maxLength={255} autoComplete="off" />
      </OptionalField>
    </FormSection>
  );
}

function Emergency() {
  const { t } = useTranslation("staff");
  return (
    <FormSection title={t("sections.emergency")}>
      <FormRow>
        <OptionalField name="emergencyContact.name" label={t("fields.emergencyName")}>
          <Input maxLength={100} autoComplete="off" />
        </OptionalField>
        <OptionalField name="emergencyContact.email" label={t("fields.emergencyEmail")}>
          <Input type="email" maxLength={128} autoComplete="off" />
        </OptionalField>
      </FormRow>
      <PhoneField
        optional
        label={t("fields.emergencyPhone")}
        name="emergencyContact.phone"
        areaCodeName="emergencyContact.areaCode"
      />
    </FormSection>
  );
}

function Remarks() {
  const { t } = useTranslation("staff");
  return (
    <FormSection title={t("sections.notes")}>
      <OptionalField name="notes" label={t("fields.notes")}>
        <Input.TextArea maxLength={2000} autoSize={{ minRows: 3, maxRows: 10 }} showCount />
      </OptionalField>
    </FormSection>
  );
}

/** Whether a new person gets a mail, and their initial password. */
export function InviteField() {
  const { t } = useTranslation("staff");
  return (
    <FormField name="invite" label={t("fields.invite")} hint={t("hints.invite")} valueName="checked">
      <Switch />
    </FormField>
  );
}

export function RandomPasswordField() {
  const { t } = useTranslation("staff");
  return (
    <FormField
      name="randomPassword"
      label={t("fields.randomPassword")}
      hint={t("hints.randomPassword")}
      valueName="checked"
    >
      <Switch />
    </FormField>
  );
}

function AvatarControl({ record, value, onChange }: OfPerson & ControlledProps<FileId | null>) {
  const { t } = useTranslation("staff");
  const saved = record && value === record.avatarFileID ? record.avatar : null;
  return (
    <PictureUpload
      value={saved}
      shape="circle"
      maxMb={5}
      label={t("fields.avatar")}
      upload={(file) => uploadAvatar(file, record?.recordsn)}
      onChange={(fileID: FileId | null) => onChange?.(fileID)}
    />
  );
}

/** Roles or branches. Those that the reader may not grant are shown if already held, but cannot be chosen. */
function GivenSelect({
  of,
  disabled,
  value,
  onChange,
  id,
}: ControlledProps<string[]> & { of: "roles" | "branches"; disabled: boolean }) {
  const { t } = useTranslation("staff");
  const choices = useStaffChoices()?.[of] ?? [];
  const form = Form.useFormInstance();
  const held: unknown = form.getFieldValue(of === "roles" ? "roleIds" : "branchIDs");
  const shown = choices.filter((choice) => choice.mayGive || (Array.isArray(held) && held.includes(choice.value)));
  return (
    <Select
      {...(id && { id })}
      mode="multiple"
      onInputKeyDown={tabLeaves}
      value={value ?? []}
      disabled={disabled}
      options={shown.map(({ value: key, label, mayGive }) => ({ value: key, label, disabled: !mayGive }))}
      showSearch={{ optionFilterProp: "label" }}
      placeholder={t("choose")}
      onChange={(next: string[]) => onChange?.(next)}
    />
  );
}

function DepartmentSelect({ id, value, onChange }: ControlledProps<string | null>) {
  const clearing = useClearing();
  const { t } = useTranslation("staff");
  const departments = useStaffChoices()?.departments ?? [];
  return (
    <TreeSelect
      {...(id && { id })}
      value={value ?? null}
      allowClear={clearing}
      showSearch={{ treeNodeFilterProp: "title" }}
      treeDefaultExpandAll
      treeData={departmentTree(departments)}
      placeholder={t("choose")}
      onChange={(next: string | null | undefined) => onChange?.(next ?? null)}
    />
  );
}
