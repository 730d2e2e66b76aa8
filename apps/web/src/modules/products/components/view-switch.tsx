import { AppstoreOutlined, TableOutlined } from "@ant-design/icons";
import { Segmented } from "antd";
import { useTranslation } from "react-i18next";

export const productViews = ["cards", "table"] as const;
export type ProductView = (typeof productViews)[number];

const icons = { cards: <AppstoreOutlined />, table: <TableOutlined /> };

interface ViewSwitchProps {
  view: ProductView;
  onChange: (view: ProductView) => void;
}

/** Cards with pictures, or a table of the same products. */
export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  const { t } = useTranslation("products");
  return (
    <Segmented<ProductView>
      aria-label={t("view.label")}
      value={view}
      onChange={onChange}
      options={productViews.map((one) => ({ value: one, icon: icons[one], label: t(`view.${one}`) }))}
    />
  );
}
