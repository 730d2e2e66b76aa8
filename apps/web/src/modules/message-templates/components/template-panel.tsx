import { CloseOutlined } from "@ant-design/icons";
import type { TemplateRow } from "@homeroom/contract/message-templates";
import { Button, Drawer } from "antd";
import { useTranslation } from "react-i18next";
import { FactList } from "#ui/detail-page/detail-page.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { PhonePreview } from "./phone-preview.tsx";
import { ReviewState } from "./review-state.tsx";

interface TemplatePanelProps {
  template: TemplateRow;
  onClose: () => void;
}

/** A template read-only: under review, or without the permission to change it. */
export function TemplatePanel({ template, onClose }: TemplatePanelProps) {
  const { t } = useTranslation("messageTemplates");
  const narrow = useNarrow(560);
  const { content, inUse, submitTime, rejectDetail } = template;
  return (
    <Drawer
      open
      title={template.name}
      size={narrow ? "100%" : 480}
      closeIcon={<CloseOutlined />}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t("close")}</Button>}
    >
      <div className={layout.grid}>
        <ReviewState template={template} />
        {template.reviewStatus === "pending" && <p className={laid("sunken quiet breaking pad8x12")}>{t("locked")}</p>}
        {rejectDetail && <p className={laid("sunken quiet breaking pad8x12")}>{rejectDetail}</p>}
        <FactList
          facts={[
            { label: t("fields.language"), value: t(`language.${template.language}`) },
            { label: t("fields.category"), value: t(`category.${template.category}`) },
            { label: t("fields.usage"), value: t(`usage.${template.usage}`) },
            { label: t("fields.submitTime"), value: submitTime ? <RelativeTime value={submitTime} /> : "" },
          ]}
        />
        <PhonePreview content={content} pictureUrl={content.picture?.url ?? null} />
        {inUse && (
          <>
            <h3 className={laid("hint strong")}>{t("inUse")}</h3>
            <PhonePreview content={inUse} pictureUrl={inUse.picture?.url ?? null} />
          </>
        )}
      </div>
    </Drawer>
  );
}
