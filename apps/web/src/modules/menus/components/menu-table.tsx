import type { MenuId } from "@homeroom/contract/ids";
import type { MenuRow } from "@homeroom/contract/menus";
import { Button, Table, type TableColumnsType } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { PendingButton } from "#ui/choice/pending-button.tsx";
import { Icon } from "#ui/icon/icon.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { useMenuName } from "./menu-names.ts";
import styles from "./menu-table.module.css";

interface MenuTableProps {
  rows: readonly MenuRow[];
  loading: boolean;
  open: readonly string[];
  onOpenRows: (ids: string[]) => void;
  onAdd: (parent: MenuRow) => void;
  onEdit: (id: MenuId) => void;
  onRemove: (menu: MenuRow) => Promise<void>;
}

const colours = { CATALOG: "blue", MENU: "green", BUTTON: "neutral", EXTLINK: "red" } as const;

/** The menu as a table with expandable rows; on a phone only the two main columns. */
export function MenuTable({ rows, loading, open, onOpenRows, onAdd, onEdit, onRemove }: MenuTableProps) {
  const { t } = useTranslation("menus");
  const narrow = useNarrow(768);
  const can = useCan();
  const name = useMenuName();

  const main: TableColumnsType<MenuRow> = [
    {
      title: t("fields.name"),
      key: "name",
      width: narrow ? undefined : 280,
      render: (_, menu) => (
        <span className={layout.inlineRow} title={menu.name}>
          {menu.type !== "BUTTON" && <Icon name={menu.icon} />}
          <span>{name(menu)}</span>
        </span>
      ),
    },
    {
      title: t("fields.type"),
      key: "type",
      width: narrow ? 80 : 100,
      render: (_, menu) => <TintTag color={colours[menu.type]}>{t(`types.${menu.type}`)}</TintTag>,
    },
  ];
  const more: TableColumnsType<MenuRow> = [
    {
      title: t("fields.routePath"),
      key: "routePath",
      ellipsis: true,
      render: (_, menu) => menu.perm || menu.routePath,
    },
    { title: t("fields.component"), dataIndex: "component", ellipsis: true },
    {
      title: t("fields.visible"),
      key: "visible",
      width: 90,
      render: (_, menu) =>
        menu.type !== "BUTTON" && (
          <StatusDot tone={menu.visible ? "success" : "quiet"} label={t(menu.visible ? "shown" : "hidden")} />
        ),
    },
    { title: t("fields.sort"), dataIndex: "sort", width: 80, align: "right" },
  ];
  const doing: TableColumnsType<MenuRow> = [
    {
      title: t("fields.actions"),
      key: "actions",
      width: narrow ? 110 : 190,
      render: (_, menu) => (
        <span className={laid("flexBox", styles.buttons)}>
          {!narrow && can("sys:menu:add") && (menu.type === "CATALOG" || menu.type === "MENU") && (
            <Button type="link" size="small" onClick={() => onAdd(menu)}>
              {t("addBelow")}
            </Button>
          )}
          {can("sys:menu:edit") && (
            <Button type="link" size="small" onClick={() => onEdit(menu.id)}>
              {t("edit")}
            </Button>
          )}
          {can("sys:menu:delete") && (
            <PendingButton type="link" size="small" danger run={() => onRemove(menu)}>
              {t("delete")}
            </PendingButton>
          )}
        </span>
      ),
    },
  ];

  return (
    <Table<MenuRow>
      className={layout.frame ?? ""}
      rowKey="id"
      size="small"
      loading={loading}
      dataSource={[...rows]}
      columns={narrow ? [...main, ...doing] : [...main, ...more, ...doing]}
      pagination={false}
      tableLayout="fixed"
      expandable={{ expandedRowKeys: [...open], onExpandedRowsChange: (keys) => onOpenRows(keys.map(String)) }}
    />
  );
}
