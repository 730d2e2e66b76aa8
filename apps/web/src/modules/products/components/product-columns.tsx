import { PictureOutlined } from "@ant-design/icons";
import type { SyncStatus } from "@homeroom/contract/catalogue-sync";
import { moneyText } from "@homeroom/contract/currencies";
import type { ProductRow } from "@homeroom/contract/products";
import { Tooltip } from "antd";
import { useTranslation } from "react-i18next";
import type { Column } from "#ui/data-table/column.ts";
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

/** Where a product stands at Facebook, with the reason when it was refused. */
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
  return [
    {
      key: "name",
      sortable: true,
      title: t("fields.name"),
      width: 240,
      frozen: true,
      render: (product) => (
        <span className={laid("row narrowable", styles.name)}>
          <ProductThumb product={product} />
          <b title={product.name}>{product.name}</b>
        </span>
      ),
    },
    {
      key: "salesName",
      sortable: true,
      title: t("fields.salesName"),
      width: 160,
      grow: true,
      render: ({ salesName }) => salesName || null,
    },
    { key: "type", title: t("fields.type"), width: 120, render: ({ type }) => type.name },
    {
      key: "price",
      sortable: true,
      title: t("fields.price"),
      width: 130,
      align: "end",
      render: ({ price, currency }) => moneyText(price, currency),
    },
    {
      key: "term",
      title: t("fields.kind"),
      width: 150,
      render: (product) => <span title={term(product)}>{term(product)}</span>,
    },
    { key: "state", title: t("fields.state"), width: 110, render: (product) => <ProductState product={product} /> },
    {
      key: "status",
      title: t("fields.status"),
      width: 80,
      render: (product) => <ProductSwitch product={product} actions={actions} />,
    },
    {
      key: "syncStatus",
      title: t("fields.syncStatus"),
      width: 120,
      render: (product) => <SyncState product={product} />,
    },
    {
      key: "retailerID",
      title: t("fields.retailerID"),
      width: 160,
      hiddenAtFirst: true,
      render: ({ retailerID }) => retailerID,
    },
    personColumn("updater", t("fields.updater"), { hiddenAtFirst: true }),
    timeColumn("updateTime", t("fields.updateTime"), { sortable: true }),
    {
      key: "actions",
      title: t("fields.actions"),
      width: 72,
      render: (product) => <ProductMenu product={product} actions={actions} />,
    },
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

/** How many lessons a product holds, and how long what was bought may be used, in words. */
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
