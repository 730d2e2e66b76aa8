import {
  DeleteOutlined,
  DownloadOutlined,
  EllipsisOutlined,
  MergeCellsOutlined,
  TeamOutlined,
} from "@ant-design/icons";
import { exportFormats } from "@homeroom/contract/lead-bulk";
import type { LeadQuery } from "@homeroom/contract/lead-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { newTargetAddress } from "#modules/targets/public.ts";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { HeadMenu } from "#ui/page/head-action.tsx";
import { downloadLeads } from "../../api/bulk.ts";

const DeletedLeads = lazy(() => import("./deleted-leads.tsx").then((bin) => ({ default: bin.DeletedLeads })));

/** Actions on the whole filtered list, and the bin; hidden without any of the permissions. */
export function ListMenu({ query, kind = "leads" }: { query: LeadQuery; kind?: "leads" | "students" }) {
  const { t } = useTranslation("leads");
  const can = useCan();
  const navigate = useNavigate();
  const { failed } = useFeedback();
  const [busy, setBusy] = useState(false);
  const [bin, setBin] = useState(false);
  const save = (format: (typeof exportFormats)[number]) => {
    setBusy(true);
    void downloadLeads(kind, { query, format })
      .catch(failed)
      .finally(() => setBusy(false));
  };
  const exports = exportFormats.map((format) => ({
    icon: <DownloadOutlined />,
    label: t(`bulk.export.all.${format}`),
    onClick: () => save(format),
  }));
  const actions = [
    ...(can(kind === "leads" ? "crm:lead:export" : "crm:student:export") ? exports : []),
    ...(kind === "leads" && can("crm:lead:edit")
      ? [
          {
            icon: <MergeCellsOutlined />,
            label: t("merge.screen"),
            onClick: () => void navigate("/lead/duplicates"),
          },
        ]
      : []),
    ...(kind === "leads" && can("bulk:target:add")
      ? [
          {
            icon: <TeamOutlined />,
            label: t("bulk.toTarget"),
            onClick: () => void navigate(newTargetAddress(query)),
          },
        ]
      : []),
    ...(kind === "leads" && can("crm:lead:delete")
      ? [{ icon: <DeleteOutlined />, label: t("bulk.bin.title"), onClick: () => setBin(true) }]
      : []),
  ];
  if (actions.length === 0) return null;
  return (
    <>
      <HeadMenu icon={<EllipsisOutlined />} label={t("bulk.menu")} actions={actions} busy={busy} bare />
      <Suspense fallback={null}>{bin && <DeletedLeads onClose={() => setBin(false)} />}</Suspense>
    </>
  );
}
