import { DownloadOutlined, ExportOutlined, ImportOutlined, SwapOutlined } from "@ant-design/icons";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { HeadMenu } from "#ui/page/head-action.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { downloadTemplate } from "../api.ts";
import { placeOf } from "../rules.ts";

const ImportWizard = lazy(() => import("./import-wizard.tsx").then(({ ImportWizard }) => ({ default: ImportWizard })));

interface TableMenuProps {
  kind: "product" | "staff";
  /** The label of the import; null if the reader may not import. */
  importing: string | null;
  /** Null if the reader may not export. */
  exporting: { label: string; run: () => Promise<void> } | null;
  /** Called when the wizard closes: there may be new rows. */
  onClosed?: () => void;
}

/** Import, template and export. The wizard's step is in the address. */
export function TableMenu({ kind, importing, exporting, onClosed }: TableMenuProps) {
  const { t } = useTranslation("imports");
  const { failed } = useFeedback();
  const [busy, setBusy] = useState(false);
  const { search, change } = useAddress();
  const place = importing === null ? null : placeOf(search.get("import"));
  const goTo = (next: string | null) => {
    change({ import: next }, search.has("import"));
    if (next === null) onClosed?.();
  };
  const download = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().catch(failed);
    setBusy(false);
  };
  const actions = [
    ...(importing === null
      ? []
      : [
          { icon: <ImportOutlined />, label: importing, onClick: () => goTo("new") },
          {
            icon: <DownloadOutlined />,
            label: t("menu.template"),
            onClick: () => void download(() => downloadTemplate(kind)),
          },
        ]),
    ...(exporting
      ? [
          {
            icon: <ExportOutlined />,
            label: exporting.label,
            onClick: () => void download(exporting.run),
          },
        ]
      : []),
  ];
  if (actions.length === 0) return null;
  return (
    <>
      <HeadMenu icon={<SwapOutlined rotate={90} />} label={t("menu.title")} actions={actions} busy={busy} />
      <Suspense fallback={null}>{place && <ImportWizard kind={kind} place={place} goTo={goTo} />}</Suspense>
    </>
  );
}
