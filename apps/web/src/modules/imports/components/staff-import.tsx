import { DownloadOutlined, ExportOutlined, ImportOutlined, SwapOutlined } from "@ant-design/icons";
import type { RequestInput } from "@homeroom/contract/endpoint";
import type { staff } from "@homeroom/contract/staff";
import { Button, Dropdown } from "antd";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { downloadStaff, downloadTemplate } from "../api.ts";
import { placeOf } from "../rules.ts";

const ImportWizard = lazy(() => import("./import-wizard.tsx").then(({ ImportWizard }) => ({ default: ImportWizard })));

interface StaffImportProps {
  /** What the list shows now: the export has the same people. */
  filters: RequestInput<typeof staff.exportAll>;
  total: number | undefined;
}

/** Tables in and out: import, template and export, each with its permission. The wizard's step is in the address. */
export function StaffImport({ filters, total }: StaffImportProps) {
  const { t } = useTranslation("imports");
  const can = useCan();
  const { failed } = useFeedback();
  const [busy, setBusy] = useState(false);
  const { search, change } = useAddress();
  const goTo = (next: string | null) => change({ import: next }, search.has("import"));
  const download = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().catch(failed);
    setBusy(false);
  };
  const mayImport = can("hr:staff:import", "sys:user:import");
  const mayExport = can("hr:staff:export", "sys:user:export");
  const place = mayImport ? placeOf(search.get("import")) : null;
  const items = [
    ...(mayImport
      ? [
          { key: "import", icon: <ImportOutlined />, label: t("menu.import"), onClick: () => goTo("new") },
          {
            key: "template",
            icon: <DownloadOutlined />,
            label: t("menu.template"),
            onClick: () => void download(() => downloadTemplate("staff")),
          },
        ]
      : []),
    ...(mayExport
      ? [
          {
            key: "export",
            icon: <ExportOutlined />,
            label: total === undefined ? t("menu.export") : t("menu.exportCount", { count: total }),
            onClick: () => void download(() => downloadStaff(filters)),
          },
        ]
      : []),
  ];
  if (items.length === 0) return null;
  return (
    <>
      <Dropdown menu={{ items }} trigger={["click"]} placement="bottomRight">
        <Button icon={<SwapOutlined rotate={90} />} loading={busy}>
          {t("menu.title")}
        </Button>
      </Dropdown>
      <Suspense fallback={null}>{place && <ImportWizard kind="staff" place={place} goTo={goTo} />}</Suspense>
    </>
  );
}
