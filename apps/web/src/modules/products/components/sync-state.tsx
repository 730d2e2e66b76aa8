import type { SyncStatus } from "@homeroom/contract/catalogue-sync";
import type { ProductRow } from "@homeroom/contract/products";
import { Tooltip } from "antd";
import { useTranslation } from "react-i18next";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";

const tones: Readonly<Record<SyncStatus, Tone>> = {
  none: "quiet",
  changed: "warning",
  syncing: "primary",
  synced: "success",
  failed: "danger",
};

/** Where a product stands at Facebook, with the reason when it was refused. */
export function SyncState({ product }: { product: ProductRow }) {
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
