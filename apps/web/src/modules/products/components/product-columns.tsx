import { PictureOutlined } from "@ant-design/icons";
import type { SyncStatus } from "@homeroom/contract/catalogue-sync";
import { moneyText } from "@homeroom/contract/currencies";
import type { ProductRow } from "@homeroom/contract/products";
import { Tooltip } from "antd";
import { useTranslation } from "react-i18next";
import { type Column, columnMaker } from "#ui/data-table/column.ts";
import type { RowCard } from "#ui/data-table/data-table-props.ts";
import { personColumn, timeColumn } from "#ui/data-table/usual-columns.tsx";
import { laid } from "#ui/laid.ts";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import styles from "./product-columns.module.css";
import { ProductMenu } from "./product-menu.tsx";
import { ProductState, ProductSwitch } from "./product-status.tsx";
import type { ProductActions } from "./use-product-actions.ts";

const tones: Readonly<Record<SyncStatus, Tone>> = {
  none: "quiet",
  changed: "warning",
  syncing: "primary",
  synced: "success",
  failed: "danger",
};

/** A product's state at Facebook, with the reason if it was refused. */
function SyncState({ product }: { product: ProductRow }) {
  const { t } = useTranslation("products");
  const { syncStatus, syncReason, syncDetail } = product;
  const dot = <StatusDot tone={tones[syncStatus]} label={t(`syncStatus.${syncStatus}`)} />;
  if (syncStatus !== "failed" || !syncReason) return dot;
  const why = [t(`sync.reason.${syncReason}`), syncDetail].filter(Boolean).join(" ");
  return (
    <Tooltip title={why}>
      <span>
        {dot}
        <span className="visually-hidden">{why}</span>
      </span>
    </Tooltip>
  );
}

/** The columns of the products. */
export function useProductColumns(actions: ProductActions): Column<ProductRow>[] {
  const { t } = useTranslation("products");
  const term = useTermText();
  const column = columnMaker<ProductRow>((key) => t(`fields.${key}`));
  return [
    column(
      "name",
      240,
      (product) => (
        <span className={laid("row narrowable", styles.name)}>
          <ProductThumb product={product} />
          <b title={product.name}>{product.name}</b>
        </span>
      ),
      { sortable: true, frozen: true },
    ),
    column("salesName", 160, ({ salesName }) => salesName || null, { sortable: true, grow: true }),
    column("type", 120, ({ type }) => type.name),
    column("price", 130, ({ price, currency }) => moneyText(price, currency), { sortable: true, align: "end" }),
    column("term", 150, (product) => <span title={term(product)}>{term(product)}</span>, { title: t("fields.kind") }),
    column("state", 110, (product) => <ProductState product={product} />),
    column("status", 80, (product) => <ProductSwitch product={product} actions={actions} />),
    column("syncStatus", 120, (product) => <SyncState product={product} />),
    column("retailerID", 160, ({ retailerID }) => retailerID, { hiddenAtFirst: true }),
    personColumn("updater", t("fields.updater"), { hiddenAtFirst: true }),
    timeColumn("updateTime", t("fields.updateTime"), { sortable: true }),
    column("actions", 72, (product) => <ProductMenu product={product} actions={actions} />),
  ];
}

/** The columns of a product shown on a phone. */
export function useProductCard(actions: ProductActions): (product: ProductRow) => RowCard {
  const term = useTermText();
  return (product) => ({
    title: product.name,
    lead: <ProductThumb product={product} />,
    aside: moneyText(product.price, product.currency),
    facts: [<ProductState key="state" product={product} />, product.type.name, term(product)],
    actions: (
      <>
        <ProductSwitch product={product} actions={actions} />
        <span className={laid("push")}>
          <ProductMenu product={product} actions={actions} />
        </span>
      </>
    ),
  });
}

/** How many lessons a product includes, and how long a purchase may be used, as text. */
export function useTermText(): (product: ProductRow) => string {
  const { t } = useTranslation("products");
  const termOf = ({ kind, validDays, expiryDate }: ProductRow) => {
    if (kind === "validity") return t("term.validity", { count: validDays ?? 0 });
    return kind === "expiry" ? t("term.expiry", { date: expiryDate }) : t("term.online");
  };
  return (product) =>
    product.lessons === null
      ? termOf(product)
      : `${t("term.lessons", { count: product.lessons })} · ${termOf(product)}`;
}

/** The first picture of a product, small; an empty frame for a draft without one. */
function ProductThumb({ product }: { product: ProductRow }) {
  const [first] = product.images;
  return (
    <span className={laid("quiet fixed round6 sunkenGround clip height32 filledImage", styles.thumb)}>
      {first ? <img src={first.url} alt="" loading="lazy" /> : <PictureOutlined aria-hidden />}
    </span>
  );
}
