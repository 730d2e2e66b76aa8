import type { RequestInput } from "@homeroom/contract/endpoint";
import type { staff } from "@homeroom/contract/staff";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { downloadStaff } from "../api.ts";
import { TableMenu } from "./table-menu.tsx";

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
