import { RoleId } from "@homeroom/contract/ids";
import { AddRoleForm, EditRoleForm, type RoleForm } from "@homeroom/contract/roles";
import { Input, InputNumber } from "antd";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { useCan } from "#platform/access.ts";
import { ChoiceSelect } from "#ui/choice/choice-select.tsx";
import { BitSwitch } from "#ui/drawer-form/bit-switch.tsx";
import { DrawerForm, type FailureReport } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { loadRoleForm, useRoleOptions, useRoleWrites } from "../api.ts";
import { useRoleActions } from "./use-role-actions.ts";

const width = 480;

interface AddRoleProps {
  onClose: () => void;
  onDone: (id: RoleId) => void;
}

/** The form of a new role, empty or with the permissions of another. */
export function AddRole({ onClose, onDone }: AddRoleProps) {
  const { t } = useTranslation("roles");
  const can = useCan();
  const writes = useRoleWrites();
  const options = useRoleOptions();
  const [initialValues] = useState(() => ({
    // Proposed by the form, so that sending again after a lost answer does not make a second role.
    id: RoleId.parse(v7()),
    name: "",
    description: "",
    status: 1,
    discountLimit: null,
    copyFrom: null,
  }));
  const copies = options.data?.filter(({ grantable }) => grantable) ?? [];
  return (
    <DrawerForm
      open
      title={t("add")}
      schema={AddRoleForm}
      initialValues={initialValues}
      onSubmit={writes.add}
      onDone={onDone}
      onClose={onClose}
      width={width}
    >
      <Fields />
      {can("sys:role:grant") && (
        <FormField name="copyFrom" label={t("fields.copyFrom")} hint={t("hints.copyFrom")}>
          <ChoiceSelect options={copies.map(({ value, label }) => ({ value, label }))} />
        </FormField>
      )}
    </DrawerForm>
  );
}

interface EditRoleProps {
  role: RoleForm;
  onClose: () => void;
  onDone: () => void;
}

/** The form of a role's name, description and status. Switching it off asks first, naming the people affected. */
export function EditRole({ role, onClose, onDone }: EditRoleProps) {
  const { t } = useTranslation("roles");
  const writes = useRoleWrites();
  const actions = useRoleActions();
  const [base] = useState(role);
  const initialValues = useMemo(() => formOf(base), [base]);
  const save = async (form: EditRoleForm, report: FailureReport) => {
    if (form.status === 0 && base.status === 1 && !(await actions.mayStop(base))) return false;
    await writes.edit(form, report);
    return true;
  };
  return (
    <DrawerForm
      open
      title={t("editTitle", { name: base.name })}
      schema={EditRoleForm}
      initialValues={initialValues}
      reload={async () => formOf(await loadRoleForm(base.id))}
      onSubmit={save}
      onDone={(saved) => saved && onDone()}
      onClose={onClose}
      width={width}
    >
      <Fields />
    </DrawerForm>
  );
}

function formOf({ id, version, name, description, status, discountLimit }: RoleForm): EditRoleForm {
  return { id, version, name, description, status, discountLimit };
}

function Fields() {
  const { t } = useTranslation("roles");
  return (
    <>
      <FormField name="name" label={t("fields.name")} required hint={t("hints.name")}>
        <Input maxLength={100} />
      </FormField>
      <FormField name="description" label={t("fields.description")}>
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} maxLength={2000} />
      </FormField>
      <FormField name="discountLimit" label={t("fields.discountLimit")} hint={t("hints.discountLimit")}>
        <InputNumber min={0} max={100} precision={2} suffix="%" style={{ width: 160 }} />
      </FormField>
      <FormField name="status" label={t("fields.status")} hint={t("hints.off")}>
        <BitSwitch checkedChildren={t("on")} unCheckedChildren={t("off")} />
      </FormField>
    </>
  );
}
