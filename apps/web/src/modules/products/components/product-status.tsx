import type { ProductRow } from "@homeroom/contract/products";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { SavingSwitch } from "#ui/choice/saving-switch.tsx";
import { StatusDot } from "#ui/status/status-dot.tsx";
import type { ProductActions } from "./use-product-actions.ts";

/** Whether a product is sold: listed, delisted, or expired. */
export function ProductState({ product }: { product: ProductRow }) {
  const { t } = useTranslation("products");
  if (product.isExpired) return <StatusDot tone="warning" label={t("expired")} />;
  return <StatusDot tone={product.status === "active" ? "success" : "quiet"} label={t(`status.${product.status}`)} />;
}

/** The same as a switch, with the permission to change it. */
export function ProductSwitch({ product, actions }: { product: ProductRow; actions: ProductActions }) {
  const { t } = useTranslation("products");
  const can = useCan();
  if (!can("sale:product:status")) return <ProductState product={product} />;
  return (
    <span data-own-click>
      <SavingSwitch
        checked={product.status === "active"}
        label={t("offerOne", { name: product.name })}
        save={(listed) => actions.setStatus(product, listed ? "active" : "inactive")}
      />
    </span>
  );
}
