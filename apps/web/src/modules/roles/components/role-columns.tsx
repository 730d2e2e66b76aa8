import { EllipsisOutlined } from "@ant-design/icons";
import type { RoleRow } from "@homeroom/contract/roles";
import { Button, Dropdown, type MenuProps } from "antd";
import { useTranslation } from "react-i18next";
import { useNumberText } from "#platform/number-text.ts";
import { type Column, columnMaker } from "#ui/data-table/column.ts";
import { timeColumn } from "#ui/data-table/usual-columns.tsx";
import { laid } from "#ui/laid.ts";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";
import type { RowCard } from "../../../ui/data-table/data-table-props.ts";
import styles from "./role-columns.module.css";

export interface RoleRowActions {
  onPermissions: (role: RoleRow) => void;
  onEdit: (role: RoleRow) => void;
  onViewAs: (role: RoleRow) => void;
  onRemove: (role: RoleRow) => void;
}

/** The columns of the list of roles. */
export function useRoleColumns(actions: RoleRowActions): Column<RoleRow>[] {
  const { t } = useTranslation("roles");
  const number = useNumberText();
  const column = columnMaker<RoleRow>((key) => t(`fields.${key}`));
  return [
    column("name", 200, (role) => <RoleName role={role} />, { frozen: true, grow: true }),
    column("description", 240, (role) => role.description && <span title={role.description}>{role.description}</span>, {
      grow: true,
    }),
    column("status", 100, (role) => <RoleStatus role={role} />),
    column("accountCount", 100, (role) => number(role.accountCount), { align: "end" }),
    column("permissionCount", 110, (role) => number(role.permissionCount), { align: "end" }),
    timeColumn("updateTime", t("fields.updateTime"), { width: 130 }),
    timeColumn("createTime", t("fields.createTime"), { width: 130, hiddenAtFirst: true }),
    column("actions", 170, (role) => <RoleButtons role={role} {...actions} />),
  ];
}

/** The columns of a role shown on a phone. */
export function useRoleCard(): (role: RoleRow) => RowCard {
  const { t } = useTranslation("roles");
  return (role) => ({
    title: <RoleName role={role} />,
    aside: <RoleStatus role={role} />,
    facts: [
      `${t("fields.accountCount")} ${role.accountCount}`,
      `${t("fields.permissionCount")} ${role.permissionCount}`,
      role.description,
    ],
  });
}

function RoleName({ role }: { role: RoleRow }) {
  const { t } = useTranslation("roles");
  return (
    <span className={laid("row narrowable")}>
      <b className={laid("medium ellipsis clip")}>{role.name}</b>
      {role.isDefault && <TintTag color="neutral">{t("default")}</TintTag>}
    </span>
  );
}

/** Whether a role is on. */
export function RoleStatus({ role }: { role: Pick<RoleRow, "status"> }) {
  const { t } = useTranslation("roles");
  return role.status === 1 ? <StatusDot tone="success" label={t("on")} /> : <StatusDot tone="quiet" label={t("off")} />;
}

function RoleButtons({ role, onPermissions, onEdit, onViewAs, onRemove }: RoleRowActions & { role: RoleRow }) {
  const { t } = useTranslation("roles");
  const items: NonNullable<MenuProps["items"]> = [
    ...(role.can.viewAs ? [{ key: "viewAs", label: t("viewAs"), onClick: () => onViewAs(role) }] : []),
    ...(role.can.delete ? [{ key: "delete", danger: true, label: t("delete"), onClick: () => onRemove(role) }] : []),
  ];
  return (
    <span className={laid("middle", styles.buttons)} data-own-click>
      <Button type="link" size="small" onClick={() => onPermissions(role)}>
        {t("permissions")}
      </Button>
      {role.can.edit && (
        <Button type="link" size="small" onClick={() => onEdit(role)}>
          {t("edit")}
        </Button>
      )}
      {items.length > 0 && (
        <Dropdown trigger={["click"]} menu={{ items }} placement="bottomRight">
          <Button type="text" size="small" icon={<EllipsisOutlined />} aria-label={t("moreOf", { name: role.name })} />
        </Dropdown>
      )}
    </span>
  );
}
