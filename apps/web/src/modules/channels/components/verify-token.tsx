import { Button, Drawer } from "antd";
import { useTranslation } from "react-i18next";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { WebhookAddress } from "./webhook-address.tsx";

interface VerifyTokenProps {
  verifyToken: string;
  webhookUrl: string;
  onClose: () => void;
}

/** What Meta's console must be told, of which the token is shown this once. */
export function VerifyToken({ verifyToken, webhookUrl, onClose }: VerifyTokenProps) {
  const { t } = useTranslation("channels");
  const narrow = useNarrow(600);
  return (
    <Drawer
      open
      title={t("verify.title")}
      size={narrow ? "100%" : 560}
      onClose={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t("verify.done")}
        </Button>
      }
    >
      <WebhookAddress address={webhookUrl} />
      <br />
      <WebhookAddress address={verifyToken} label={t("fact.verifyToken")} hint={t("verify.once")} />
    </Drawer>
  );
}
