import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CopyOutlined,
  DeleteOutlined,
  VerticalAlignTopOutlined,
} from "@ant-design/icons";
import type { ProductRow } from "@homeroom/contract/products";
import type { MenuProps } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { RowMenu } from "#ui/data-table/row-menu.tsx";
import type { ProductActions } from "./use-product-actions.ts";

interface ProductMenuProps {
  product: ProductRow;
  actions: ProductActions;
}

/** Further actions on a product. For keyboard and touch it also has the moves that a mouse makes by dragging. */
export function ProductMenu({ product, actions }: ProductMenuProps) {
  const { t } = useTranslation("products");
  const can = useCan();
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
  return <RowMenu label={t("actionsOf", { name: product.name })} items={items} onChoose={work} />;
}
