import { MenuId } from "@homeroom/contract/ids";
import { AddMenuForm, EditMenuForm, type MenuForm, type MenuRow, menuTypes } from "@homeroom/contract/menus";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { UnreadDrawer } from "#ui/states/unread-drawer.tsx";
import { loadMenuForm, useMenuForm, useMenuWrites } from "../api.ts";
import { MenuFields } from "./menu-fields.tsx";

const width = 640;

interface AddMenuProps {
  tree: readonly MenuRow[];
  parent: MenuRow | null;
  onClose: () => void;
}

/** The form of a new entry: below a screen a button, elsewhere a screen. */
export function AddMenu({ tree, parent, onClose }: AddMenuProps) {
  const { t } = useTranslation("menus");
  const writes = useMenuWrites();
  const [initialValues] = useState(() => ({
    ...emptyForm,
    id: MenuId.parse(v7()),
    parentId: parent?.id ?? null,
    type: parent?.type === "MENU" ? ("BUTTON" as const) : menuTypes[parent ? 1 : 0],
    sort: 10 * ((parent ? (parent.children ?? []) : tree).length + 1),
  }));
  return (
    <DrawerForm
      open
      title={t("add")}
      schema={AddMenuForm}
      initialValues={initialValues}
      onSubmit={writes.add}
      onDone={onClose}
      onClose={onClose}
      width={width}
    >
      <MenuFields tree={tree} own={null} />
    </DrawerForm>
  );
}

const noTitles = { "zh-tw": "", "zh-cn": "", en: "" };
const emptyForm = {
  name: "",
  titles: noTitles,
  routeName: "",
  routePath: "",
  component: "",
  redirect: "",
  perm: "",
  icon: "menu",
  visible: 1,
  keepAlive: 0,
  alwaysShow: 0,
  params: [],
};

interface EditMenuProps {
  id: MenuId;
  tree: readonly MenuRow[];
  onClose: () => void;
}

/** The form of an entry. */
export function EditMenu({ id, tree, onClose }: EditMenuProps) {
  const { t } = useTranslation("menus");
  const query = useMenuForm(id);
  if (!query.data) return <UnreadDrawer title={t("edit")} query={query} onClose={onClose} width={width} />;
  return <LoadedForm form={query.data} tree={tree} onClose={onClose} />;
}

function LoadedForm({ form, tree, onClose }: Omit<EditMenuProps, "id"> & { form: MenuForm }) {
  const { t } = useTranslation("menus");
  const writes = useMenuWrites();
  const [base] = useState(form);
  const initialValues = useMemo(() => valuesOf(base), [base]);
  return (
    <DrawerForm
      open
      title={t("editTitle", { name: base.name })}
      schema={EditMenuForm}
      initialValues={initialValues}
      reload={async () => valuesOf(await loadMenuForm(base.id))}
      onSubmit={writes.edit}
      onDone={onClose}
      onClose={onClose}
      width={width}
    >
      <MenuFields tree={tree} own={base.id} />
    </DrawerForm>
  );
}

function valuesOf({ isProduct: _, ...form }: MenuForm) {
  return { ...form, titles: form.titles ?? noTitles };
}
