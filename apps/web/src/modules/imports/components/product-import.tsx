import type { RequestInput } from "@homeroom/contract/endpoint";
import { products } from "@homeroom/contract/products";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { api } from "#platform/api.ts";
import { saveFile } from "#platform/save-file.ts";
import { TableMenu } from "./table-menu.tsx";

interface ProductImportProps {
  /** What the list shows now: the export has the same products. */
  filters: Omit<RequestInput<typeof products.exportAll>, "format">;
  /** The wizard was closed: products may be new. */
  onClosed: () => void;
}

/** Tables of products in and out, each with its permission. */
export function ProductImport({ filters, onClosed }: ProductImportProps) {
  const { t } = useTranslation("imports");
  const can = useCan();
  const exportAll = async () => saveFile(await api.call(products.exportAll, filters));
  return (
    <TableMenu
      kind="product"
      importing={can("sale:product:import") ? t("title.product") : null}
      exporting={can("sale:product:export") ? { label: t("menu.export"), run: exportAll } : null}
      onClosed={onClosed}
    />
  );
}
