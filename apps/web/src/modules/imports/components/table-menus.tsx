import type { RequestInput } from "@homeroom/contract/endpoint";
import { products } from "@homeroom/contract/products";
import type { staff } from "@homeroom/contract/staff";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { api } from "#platform/api.ts";
import { saveFile } from "#platform/save-file.ts";
import { downloadStaff } from "../api.ts";
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

interface StaffImportProps {
  /** What the list shows now: the export has the same people. */
  filters: RequestInput<typeof staff.exportAll>;
  total: number | undefined;
}

/** Tables of staff in and out, each with its permission. */
export function StaffImport({ filters, total }: StaffImportProps) {
  const { t } = useTranslation("imports");
  const can = useCan();
  const label = total === undefined ? t("menu.export") : t("menu.exportCount", { count: total });
  return (
    <TableMenu
      kind="staff"
      importing={can("hr:staff:import", "sys:user:import") ? t("menu.import") : null}
      exporting={can("hr:staff:export", "sys:user:export") ? { label, run: () => downloadStaff(filters) } : null}
    />
  );
}
