import {
  DeleteOutlined,
  DownloadOutlined,
  EllipsisOutlined,
  MergeCellsOutlined,
  TeamOutlined,
} from "@ant-design/icons";
import { exportFormats } from "@homeroom/contract/lead-bulk";
import type { LeadQuery } from "@homeroom/contract/lead-query";
import { Button, Dropdown } from "antd";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { newTargetAddress } from "#modules/targets/public.ts";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
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
    key: format,
    icon: <DownloadOutlined />,
    label: t(`bulk.export.all.${format}`),
    onClick: () => save(format),
  }));
  const items = [
    ...(can(kind === "leads" ? "crm:lead:export" : "crm:student:export") ? exports : []),
    ...(kind === "leads" && can("crm:lead:edit")
      ? [
          {
            key: "duplicates",
            icon: <MergeCellsOutlined />,
            label: t("merge.screen"),
            onClick: () => void navigate("/lead/duplicates"),
          },
        ]
      : []),
    ...(kind === "leads" && can("bulk:target:add")
      ? [
          {
            key: "target",
            icon: <TeamOutlined />,
            label: t("bulk.toTarget"),
            onClick: () => void navigate(newTargetAddress(query)),
          },
        ]
      : []),
    ...(kind === "leads" && can("crm:lead:delete")
      ? [{ key: "bin", icon: <DeleteOutlined />, label: t("bulk.bin.title"), onClick: () => setBin(true) }]
      : []),
  ];
  if (items.length === 0) return null;
  return (
    <>
      <Dropdown menu={{ items }} trigger={["click"]}>
        <Button icon={<EllipsisOutlined />} loading={busy} aria-label={t("bulk.menu")} />
      </Dropdown>
      <Suspense fallback={null}>{bin && <DeletedLeads onClose={() => setBin(false)} />}</Suspense>
    </>
  );
}
