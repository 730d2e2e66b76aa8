import { AccountId } from "@homeroom/contract/ids";
import { AddStaffForm, EditStaffForm, type StaffForm, staff } from "@homeroom/contract/staff";
import { Alert } from "antd";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { useUser } from "#platform/access.ts";
import { api } from "#platform/api.ts";
import { areaCodeOfZone } from "#platform/countries.ts";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { UnreadDrawer } from "#ui/states/unread-drawer.tsx";
import { type StaffScreen, useStaffChoicesQuery } from "../api/queries.ts";
import { useStaffWrites } from "../api/writes.ts";
import type { IssuedPassword } from "./initial-password-dialog.tsx";
import { InviteField, RandomPasswordField, StaffFields } from "./staff-form-fields.tsx";

const width = 640;

interface AddStaffProps {
  screen: StaffScreen;
  onClose: () => void;
  onDone: (made: { recordsn: AccountId; told: IssuedPassword }) => void;
}

/** The form of a new person. It starts with the reader's branch and, on the teachers' screen, the teacher role. */
export function AddStaff({ screen, onClose, onDone }: AddStaffProps) {
  const { t } = useTranslation("staff");
  const choices = useStaffChoicesQuery();
  // Without the roles the form could not start with the right one.
  if (!choices.data) return <UnreadDrawer title={t(`add.${screen}`)} query={choices} onClose={onClose} width={width} />;
  return <AddForm {...{ screen, onClose, onDone }} choices={choices.data} />;
}

function AddForm({
  screen,
  onClose,
  onDone,
  choices,
}: AddStaffProps & { choices: NonNullable<ReturnType<typeof useStaffChoicesQuery>["data"]> }) {
  const { t } = useTranslation("staff");
  const { branch } = useUser();
  const { add } = useStaffWrites();
  // Proposed by the form, so that sending again after a lost answer does not make a second account.
  const [recordsn] = useState(() => AccountId.parse(v7()));
  const teacher = choices.roles.find(({ code }) => code === "teacher")?.value;
  const initialValues = useMemo(() => {
    const areaCode = areaCodeOfZone(branch.timezone);
    return {
      recordsn,
      nickname: "",
      email: "",
      gender: 0,
      education: 0,
      areaCode,
      emergencyContact: { name: "", areaCode, phone: "", email: "" },
      roleIds: screen === "teacher" && teacher ? [teacher] : [],
      branchIDs: [branch.branchID],
      deptID: null,
      avatarFileID: null,
      status: 1,
      invite: true,
      randomPassword: false,
    };
  }, [recordsn, branch, screen, teacher]);
  return (
    <DrawerForm
      open
      title={t(`add.${screen}`)}
      schema={AddStaffForm}
      initialValues={initialValues}
      onSubmit={add}
      onDone={({ recordsn: id, initialPassword: password, passwordKind, account, name }) =>
        onDone({ recordsn: id, told: { kind: "added", name, account, password, passwordKind } })
      }
      onClose={onClose}
      width={width}
    >
      <Alert
        type="info"
        showIcon
        style={{ marginBottom: 16 }}
        title={t(`initialPassword.preview.${choices.newPasswords}`)}
      />
      <StaffFields />
      <InviteField />
      {choices.newPasswords === "fixed" && <RandomPasswordField />}
    </DrawerForm>
  );
}

interface EditStaffProps {
  record: StaffForm;
  onClose: () => void;
  onDone: () => void;
}

/** A person's form in the state in which it was opened; changes by somebody else are shown before it is saved. */
export function EditStaff({ record, onClose, onDone }: EditStaffProps) {
  const { t } = useTranslation("staff");
  const title = t("editTitle", { name: record.nickname });
  const choices = useStaffChoicesQuery();
  // Without them roles and branches would show as ids.
  if (!choices.data) return <UnreadDrawer title={title} query={choices} onClose={onClose} width={width} />;
  return <EditForm title={title} record={record} onClose={onClose} onDone={onDone} />;
}

function EditForm({ title, record, onClose, onDone }: EditStaffProps & { title: string }) {
  const { edit } = useStaffWrites();
  const [initialValues] = useState(() => formValues(record));
  const reload = async () => formValues((await api.call(staff.form, { id: record.recordsn })).resultData);
  return (
    <DrawerForm
      open
      title={title}
      schema={EditStaffForm}
      initialValues={initialValues}
      reload={reload}
      onSubmit={edit}
      onDone={onDone}
      onClose={onClose}
      width={width}
    >
      <StaffFields record={record} />
    </DrawerForm>
  );
}

const formFields = [
  "nickname",
  "staffID",
  "lastName",
  "firstName",
  "ename",
  "gender",
  "birthdate",
  "education",
  "school",
  "introduction",
  "roleIds",
  "branchIDs",
  "deptID",
  "email",
  "areaCode",
  "phone",
  "address",
  "emergencyContact",
  "notes",
  "avatarFileID",
] as const satisfies readonly (keyof StaffForm)[];

/** The initial values of the edit form: the record's editable fields, its id and its version. */
function formValues(record: StaffForm) {
  const fields = Object.fromEntries(formFields.map((field) => [field, record[field]])) as Pick<
    StaffForm,
    (typeof formFields)[number]
  >;
  return { ...fields, id: record.recordsn, version: record.version };
}
