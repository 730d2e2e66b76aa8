import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import type { MenuId } from "@homeroom/contract/ids";
import { type MenuRow, type MenuType, menuTypes } from "@homeroom/contract/menus";
import { permissions } from "@homeroom/contract/permissions";
import { Button, Form, Input, InputNumber, Segmented, TreeSelect } from "antd";
import { useTranslation } from "react-i18next";
import { ChoiceSelect } from "#ui/choice/choice-select.tsx";
import { useClearing } from "#ui/choice/use-clearing.tsx";
import { BitSwitch } from "#ui/drawer-form/bit-switch.tsx";
import { useRegisteredField } from "#ui/drawer-form/field-registry.ts";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow } from "#ui/drawer-form/form-row.tsx";
import { Icon } from "#ui/icon/icon.tsx";
import { iconNames } from "#ui/icon/named-icons.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useMenuName } from "./menu-names.ts";
import styles from "./menu-table.module.css";

/** The fields that apply to the chosen type. */
export function MenuFields({ tree, own }: { tree: readonly MenuRow[]; own: MenuId | null }) {
  const { t } = useTranslation("menus");
  const type = (Form.useWatch("type") as MenuType | undefined) ?? "MENU";
  const isScreen = type !== "BUTTON";
  const types = menuTypes.map((value) => ({ value, label: t(`types.${value}`) }));

  return (
    <>
      <FormField name="type" label={t("fields.type")} required>
        <Segmented options={types} block />
      </FormField>
      <FormField name="parentId" label={t("fields.parent")} hint={t("hints.parent")}>
        <ParentSelect tree={tree} own={own} type={type} />
      </FormField>
      <FormField name="name" label={t("fields.name")} required hint={isScreen && t("hints.name")}>
        <Input />
      </FormField>
      <FormRow>
        <FormField name="titles.zh-tw" label={t("fields.titleTw")}>
          <Input />
        </FormField>
        <FormField name="titles.zh-cn" label={t("fields.titleCn")}>
          <Input />
        </FormField>
        <FormField name="titles.en" label={t("fields.titleEn")}>
          <Input />
        </FormField>
      </FormRow>
      {type === "BUTTON" ? (
        <FormField name="perm" label={t("fields.perm")} required>
          <ChoiceSelect none="" options={permissions.map((value) => ({ value, label: value }))} />
        </FormField>
      ) : (
        <ScreenFields type={type} />
      )}
      <FormField name="sort" label={t("fields.sort")} hint={t("hints.sort")}>
        <InputNumber min={0} max={1_000_000} precision={0} />
      </FormField>
    </>
  );
}

function ScreenFields({ type }: { type: MenuType }) {
  const { t } = useTranslation("menus");
  return (
    <>
      <FormRow>
        <FormField
          name="routePath"
          label={t(type === "EXTLINK" ? "fields.link" : "fields.routePath")}
          required
          hint={t(type === "EXTLINK" ? "hints.link" : "hints.routePath")}
        >
          <Input />
        </FormField>
        <FormField name="routeName" label={t("fields.routeName")} hint={t("hints.routeName")}>
          <Input />
        </FormField>
      </FormRow>
      {type === "MENU" && (
        <FormField name="component" label={t("fields.component")} required hint={t("hints.component")}>
          <Input />
        </FormField>
      )}
      {type === "CATALOG" && (
        <FormField name="redirect" label={t("fields.redirect")} hint={t("hints.redirect")}>
          <Input />
        </FormField>
      )}
      <FormField name="icon" label={t("fields.icon")}>
        <IconPicker />
      </FormField>
      <FormRow>
        <FormField name="visible" label={t("fields.visible")}>
          <BitSwitch />
        </FormField>
        {type === "MENU" && (
          <FormField name="keepAlive" label={t("fields.keepAlive")} hint={t("hints.keepAlive")}>
            <BitSwitch />
          </FormField>
        )}
        {type === "CATALOG" && (
          <FormField name="alwaysShow" label={t("fields.alwaysShow")} hint={t("hints.alwaysShow")}>
            <BitSwitch />
          </FormField>
        )}
      </FormRow>
      {type !== "CATALOG" && <ParamFields />}
    </>
  );
}

interface ControlledProps<Value> {
  id?: string;
  value?: Value;
  onChange?: (value: Value) => void;
}

interface ParentSelectProps extends ControlledProps<string | null> {
  tree: readonly MenuRow[];
  own: MenuId | null;
  type: MenuType;
}

interface Choice {
  value: string;
  title: string;
  children: Choice[];
}

/** The possible parents of an entry: screens in groups or at the top, buttons below screens too; never below itself. */
function ParentSelect({ tree, own, type, id, value, onChange }: ParentSelectProps) {
  const clearing = useClearing();
  const { t } = useTranslation("menus");
  const name = useMenuName();
  const choices = (rows: readonly MenuRow[]): Choice[] =>
    rows
      .filter((row) => row.id !== own && (row.type === "CATALOG" || (type === "BUTTON" && row.type === "MENU")))
      .map((row) => ({ value: row.id, title: name(row), children: choices(row.children ?? []) }));
  return (
    <TreeSelect
      {...(id ? { id } : {})}
      {...(value ? { value } : {})}
      treeData={choices(tree)}
      placeholder={t("top")}
      allowClear={clearing}
      showSearch={{ treeNodeFilterProp: "title" }}
      treeDefaultExpandAll={false}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
    />
  );
}

/** The icons available in the menu. */
function IconPicker({ value, onChange }: ControlledProps<string>) {
  return (
    <div className={laid("closeGrid", styles.icons)}>
      {iconNames.map((name) => (
        <Button
          key={name}
          type={name === value ? "primary" : "default"}
          icon={<Icon name={name} />}
          aria-label={name}
          aria-pressed={name === value}
          title={name}
          onClick={() => onChange?.(name)}
        />
      ))}
    </div>
  );
}

/** The parameters of one version, after two people have changed them. */
function ParamNames({ value = [] }: { value?: readonly { key: string; value: string }[] }) {
  return value.map((param) => `${param.key}=${param.value}`).join(" · ");
}

/** The query that the menu's link carries. */
function ParamFields() {
  const { t } = useTranslation("menus");
  useRegisteredField({ path: ["params"], label: t("fields.params"), valueName: "value", control: <ParamNames /> });
  return (
    <Form.Item label={t("fields.params")} extra={t("hints.params")}>
      <Form.List name="params">
        {(fields, { add, remove }) => (
          <div className={layout.closeStack}>
            {fields.map(({ key, name }) => (
              <div key={key} className={layout.line}>
                <Form.Item name={[name, "key"]} noStyle>
                  <Input aria-label={t("fields.paramKey")} placeholder={t("fields.paramKey")} />
                </Form.Item>
                <Form.Item name={[name, "value"]} noStyle>
                  <Input aria-label={t("fields.paramValue")} placeholder={t("fields.paramValue")} />
                </Form.Item>
                <Button type="text" icon={<DeleteOutlined />} aria-label={t("delete")} onClick={() => remove(name)} />
              </div>
            ))}
            <Button type="dashed" icon={<PlusOutlined />} onClick={() => add({ key: "", value: "" })}>
              {t("addParam")}
            </Button>
          </div>
        )}
      </Form.List>
    </Form.Item>
  );
}
