import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CopyOutlined,
  DeleteOutlined,
  EllipsisOutlined,
  VerticalAlignTopOutlined,
} from "@ant-design/icons";
import type { ProductRow } from "@homeroom/contract/products";
import { Button, Dropdown, type MenuProps } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import type { ProductActions } from "./use-product-actions.ts";

interface ProductMenuProps {
  product: ProductRow;
  actions: ProductActions;
}

/** What else can be done with a product: for the keyboard and for fingers it also holds what the mouse drags. */
export function ProductMenu({ product, actions }: ProductMenuProps) {
  const { t } = useTranslation("products");
  const can = useCan();
  const [busy, setBusy] = useState(false);
  const place = actions.placeOf(product);
  const mayMove = actions.mayMove && can("sale:product:edit");
  const items: NonNullable<MenuProps["items"]> = [
    ...(can("sale:product:add") ? [{ key: "copy", icon: <CopyOutlined />, label: t("copy") }] : []),
    ...(mayMove && place > 0
      ? [
          { key: "top", icon: <VerticalAlignTopOutlined />, label: t("moveToTop") },
          { key: "up", icon: <ArrowUpOutlined />, label: t("moveUp") },
        ]
      : []),
    ...(mayMove && place < actions.count - 1
      ? [{ key: "down", icon: <ArrowDownOutlined />, label: t("moveDown") }]
      : []),
    ...(can("sale:product:delete")
      ? [{ key: "remove", icon: <DeleteOutlined />, label: t("remove"), danger: true }]
      : []),
  ];
  if (items.length === 0) return null;
  const work = (key: string): Promise<void> | undefined => {
    if (key === "top") return actions.move(product, 0);
    if (key === "up") return actions.move(product, place - 1);
    if (key === "down") return actions.move(product, place + 1);
    if (key === "remove") return actions.remove(product);
    actions.copy(product);
    return undefined;
  };
  const handleClick: MenuProps["onClick"] = ({ key, domEvent }) => {
    domEvent.stopPropagation();
    const under = work(key);
    if (!under) return;
    setBusy(true);
    void under.finally(() => setBusy(false));
  };
  return (
    <span data-own-click>
      <Dropdown menu={{ items, onClick: handleClick }} trigger={["click"]}>
        <Button
          type="text"
          size="small"
          icon={<EllipsisOutlined />}
          loading={busy}
          aria-label={t("actionsOf", { name: product.name })}
        />
      </Dropdown>
    </span>
  );
}
