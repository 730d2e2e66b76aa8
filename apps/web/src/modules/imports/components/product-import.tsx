import { DownloadOutlined, ExportOutlined, ImportOutlined, SwapOutlined } from "@ant-design/icons";
import type { RequestInput } from "@homeroom/contract/endpoint";
import { products } from "@homeroom/contract/products";
import { Button, Dropdown } from "antd";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { api } from "#platform/api.ts";
import { saveFile } from "#platform/save-file.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { downloadTemplate } from "../api.ts";
import { placeOf } from "../rules.ts";

const ImportWizard = lazy(() => import("./import-wizard.tsx").then(({ ImportWizard }) => ({ default: ImportWizard })));

interface ProductImportProps {
  /** What the list shows now: the export has the same products. */
  filters: Omit<RequestInput<typeof products.exportAll>, "format">;
  /** The wizard was closed: products may be new. */
  onClosed: () => void;
}

/** Tables in and out: import, template and export, each with its permission. The wizard's step is in the address. */
export function ProductImport({ filters, onClosed }: ProductImportProps) {
  const { t } = useTranslation("imports");
  const can = useCan();
  const { failed } = useFeedback();
  const [busy, setBusy] = useState(false);
  const { search, change } = useAddress();
  const mayImport = can("sale:product:import");
  const place = mayImport ? placeOf(search.get("import")) : null;
  const goTo = (next: string | null) => {
    change({ import: next }, search.has("import"));
    if (next === null) onClosed();
  };
  const download = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().catch(failed);
    setBusy(false);
  };
  const exportAll = async () => saveFile(await api.call(products.exportAll, filters));
  const items = [
    ...(mayImport
      ? [
          { key: "import", icon: <ImportOutlined />, label: t("title.product"), onClick: () => goTo("new") },
          {
            key: "template",
            icon: <DownloadOutlined />,
            label: t("menu.template"),
            onClick: () => void download(() => downloadTemplate("product")),
          },
        ]
      : []),
    ...(can("sale:product:export")
      ? [
          {
            key: "export",
            icon: <ExportOutlined />,
            label: t("menu.export"),
            onClick: () => void download(exportAll),
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
      <Suspense fallback={null}>{place && <ImportWizard kind="product" place={place} goTo={goTo} />}</Suspense>
    </>
  );
}
