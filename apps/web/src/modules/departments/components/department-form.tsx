import { AddDepartmentForm, EditDepartmentForm, topDepartment } from "@homeroom/contract/departments";
import type { RecordId } from "@homeroom/contract/ids";
import { Input, InputNumber, TreeSelect } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { BitSwitch } from "#ui/drawer-form/bit-switch.tsx";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow } from "#ui/drawer-form/form-row.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { departmentForm, useDepartmentForm, useDepartments, useDepartmentWrites } from "../api.ts";
import { parentOptions } from "../rules/tree.ts";

interface AddDepartmentProps {
  /** The parent department; "0" at the top. */
  parentId: string;
  onClose: () => void;
}

/** The form of a new department. */
export function AddDepartment({ parentId, onClose }: AddDepartmentProps) {
  const { t } = useTranslation("departments");
  const { done } = useFeedback();
  const { add } = useDepartmentWrites();
  const initialValues = useMemo(() => ({ name: "", code: "", parentId, sort: 1, status: 1 }), [parentId]);
  const handleDone = (name: string) => {
    done(t("saved", { name }));
    onClose();
  };
  return (
    <DrawerForm
      open
      title={t("add")}
      schema={AddDepartmentForm}
      initialValues={initialValues}
      onSubmit={add}
      onDone={handleDone}
      onClose={onClose}
      width={520}
    >
      <Fields moving={undefined} />
    </DrawerForm>
  );
}

interface EditDepartmentProps {
  id: RecordId;
  onClose: () => void;
}

/** The form of an existing department. */
export function EditDepartment({ id, onClose }: EditDepartmentProps) {
  const { t } = useTranslation("departments");
  const { done } = useFeedback();
  const { edit } = useDepartmentWrites();
  const { data } = useDepartmentForm(id);
  if (!data) return null;
  const handleDone = (name: string) => {
    done(t("saved", { name }));
    onClose();
  };
  return (
    <DrawerForm
      open
      title={t("editTitle", { name: data.name })}
      schema={EditDepartmentForm}
      initialValues={data}
      reload={() => departmentForm(id)}
      onSubmit={edit}
      onDone={handleDone}
      onClose={onClose}
      width={520}
    >
      <Fields moving={id} />
    </DrawerForm>
  );
}

function Fields({ moving }: { moving: RecordId | undefined }) {
  const { t } = useTranslation("departments");
  const { data: tree } = useDepartments({});
  const parents = [{ value: topDepartment, label: t("top") }, ...parentOptions(tree ?? [], moving)];
  return (
    <>
      <FormField name="name" label={t("fields.name")} required>
        <Input maxLength={64} />
      </FormField>
      <FormField name="code" label={t("fields.code")} required hint={t("hints.code")}>
        <Input maxLength={32} />
      </FormField>
      <FormField name="parentId" label={t("fields.parentId")}>
        <TreeSelect treeData={parents} treeDefaultExpandAll showSearch={{ treeNodeFilterProp: "label" }} />
      </FormField>
      <FormRow>
        <FormField name="sort" label={t("fields.sort")} hint={t("hints.sort")}>
          <InputNumber min={0} max={9999} precision={0} />
        </FormField>
        <FormField name="status" label={t("fields.status")} hint={t("hints.status")}>
          <BitSwitch />
        </FormField>
      </FormRow>
    </>
  );
}
