import { DownloadOutlined } from "@ant-design/icons";
import { exportFormats } from "@homeroom/contract/lead-bulk";
import type { LeadQuery } from "@homeroom/contract/lead-query";
import { Button, Dropdown } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { downloadLeads } from "../../api/bulk.ts";

interface ExportMenuProps {
  kind: "leads" | "students";
  query: LeadQuery;
  size?: "small" | "middle";
}

/** Exports leads or students as a workbook or as CSV; hidden without the permission. */
export function ExportMenu({ kind, query, size = "middle" }: ExportMenuProps) {
  const { t } = useTranslation("leads");
  const can = useCan();
  const { failed } = useFeedback();
  const [busy, setBusy] = useState(false);
  if (!can(kind === "leads" ? "crm:lead:export" : "crm:student:export")) return null;
  const save = (format: (typeof exportFormats)[number]) => {
    setBusy(true);
    void downloadLeads(kind, { query, format })
      .catch(failed)
      .finally(() => setBusy(false));
  };
  const items = exportFormats.map((format) => ({
    key: format,
    label: t(`bulk.export.${format}`),
    onClick: () => save(format),
  }));
  return (
    <Dropdown menu={{ items }} trigger={["click"]}>
      <Button size={size} icon={<DownloadOutlined />} loading={busy}>
        {t("bulk.export.action")}
      </Button>
    </Dropdown>
  );
}
