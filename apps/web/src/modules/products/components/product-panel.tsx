import { moneyText } from "@homeroom/contract/currencies";
import type { ProductRow } from "@homeroom/contract/products";
import { Button, Drawer } from "antd";
import { useTranslation } from "react-i18next";
import { FactList } from "#ui/detail-page/detail-page.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { useTermText } from "./product-columns.tsx";
import { ProductState } from "./product-status.tsx";

interface ProductPanelProps {
  product: ProductRow;
  onClose: () => void;
}

/** A product read-only, without the permission to change it. */
export function ProductPanel({ product, onClose }: ProductPanelProps) {
  const { t } = useTranslation("products");
  const term = useTermText();
  const narrow = useNarrow(560);
  const { images, salesName, type, price, currency, retailerID, productURL, description } = product;
  return (
    <Drawer
      open
      title={product.name}
      size={narrow ? "100%" : 480}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t("close")}</Button>}
    >
      <div className={layout.grid}>
        <ProductState product={product} />
        <FactList
          facts={[
            { label: t("fields.salesName"), value: salesName },
            { label: t("fields.type"), value: type.name },
            { label: t("fields.price"), value: moneyText(price, currency) },
            { label: t("fields.kind"), value: term(product) },
            { label: t("fields.retailerID"), value: retailerID },
            {
              label: t("fields.productURL"),
              value: productURL && (
                <a href={productURL} target="_blank" rel="noreferrer">
                  {productURL}
                </a>
              ),
            },
          ]}
        />
        {description && <p className={layout.written}>{description}</p>}
        {images.map(({ fileID, url }, index) => (
          <img
            key={fileID}
            className={laid("wide round8")}
            src={url}
            alt={t("pictureNumber", { number: index + 1 })}
            loading="lazy"
          />
        ))}
      </div>
    </Drawer>
  );
}
