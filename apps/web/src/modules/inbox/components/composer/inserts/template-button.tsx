import { ContainerOutlined } from "@ant-design/icons";
import type { ConversationCard } from "@homeroom/contract/chat";
import { Button } from "antd";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

const TemplateDialog = lazy(() =>
  import("./template-dialog.tsx").then((dialog) => ({ default: dialog.TemplateDialog })),
);

interface TemplateButtonProps {
  card: ConversationCard;
  onSent: () => void;
  /** Shows only the icon, among the composer's tools. */
  compact?: boolean;
}

/** Opens the template dialog; hidden without the permission, and in channels without templates. */
export function TemplateButton({ card, onSent, compact = false }: TemplateButtonProps) {
  const { t } = useTranslation("inbox");
  const [open, setOpen] = useState(false);
  if (!card.can.template || card.channel.kind !== "whatsapp") return null;
  return (
    <>
      <Button
        type={compact ? "text" : "primary"}
        icon={compact ? <ContainerOutlined /> : undefined}
        title={compact ? t("template.choose") : undefined}
        aria-label={t("template.choose")}
        onClick={() => setOpen(true)}
      >
        {compact ? null : t("template.choose")}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <TemplateDialog card={card} onClose={() => setOpen(false)} onSent={onSent} />
        </Suspense>
      )}
    </>
  );
}
