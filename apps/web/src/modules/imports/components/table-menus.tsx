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
  /** The list's current filters: the export has the same products. */
  filters: Omit<RequestInput<typeof products.exportAll>, "format">;
  /** Called when the wizard closes: there may be new products. */
  onClosed: () => void;
}

/** Import and export of products, each with its permission. */
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
  /** The list's current filters: the export has the same people. */
  filters: RequestInput<typeof staff.exportAll>;
  total: number | undefined;
}

/** Import and export of staff, each with its permission. */
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
