import {
  CloudUploadOutlined,
  CopyOutlined,
  DeleteOutlined,
  EyeOutlined,
  LinkOutlined,
  SettingOutlined,
  StopOutlined,
} from "@ant-design/icons";
import type { PageRow } from "@homeroom/contract/landing-pages";
import type { MenuProps } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { RowMenu } from "#ui/data-table/row-menu.tsx";
import type { PageActions } from "./use-page-actions.ts";

interface PageMenuProps {
  page: PageRow;
  actions: PageActions;
}

/** The actions on a page in the list. */
export function PageMenu({ page, actions }: PageMenuProps) {
  const { t } = useTranslation("landingPages");
  const items = useItems(page);
  const works: Readonly<Record<string, () => Promise<void> | undefined>> = {
    publish: () => actions.publish(page),
    offline: () => actions.takeOffline(page),
    address: () => actions.copyAddress(page),
    preview: () => actions.sharePreview(page),
    remove: () => actions.remove(page),
    settings: () => {
      actions.openSettings(page);
      return undefined;
    },
    copy: () => {
      actions.copy(page);
      return undefined;
    },
  };
  return <RowMenu label={t("actionsOf", { name: page.name })} items={items} onChoose={(key) => works[key]?.()} />;
}

function useItems({ publishStatus }: PageRow): NonNullable<MenuProps["items"]> {
  const { t } = useTranslation("landingPages");
  const can = useCan();
  const isOnline = publishStatus === "published" || publishStatus === "changed";
  const mayPublish = can("ad:landing:publish");
  return [
    ...(mayPublish && publishStatus !== "published"
      ? [{ key: "publish", icon: <CloudUploadOutlined />, label: t("publish") }]
      : []),
    { key: "address", icon: <LinkOutlined />, label: t("copyAddress") },
    { key: "preview", icon: <EyeOutlined />, label: t("sharePreview") },
    ...(can("ad:landing:edit") ? [{ key: "settings", icon: <SettingOutlined />, label: t("settings") }] : []),
    ...(can("ad:landing:add") ? [{ key: "copy", icon: <CopyOutlined />, label: t("copy") }] : []),
    ...(mayPublish && isOnline ? [{ key: "offline", icon: <StopOutlined />, label: t("takeOffline") }] : []),
    ...(can("ad:landing:delete")
      ? [{ key: "remove", icon: <DeleteOutlined />, label: t("remove"), danger: true }]
      : []),
  ];
}
