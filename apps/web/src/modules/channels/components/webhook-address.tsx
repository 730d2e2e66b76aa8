import { CheckOutlined, CopyOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCopied, useCopy } from "#ui/feedback/use-copy.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import styles from "./webhook-address.module.css";

interface WebhookAddressProps {
  address: string;
  /** The label of another value that is copied in the same way. */
  label?: string;
  hint?: string;
}

/** The address for the provider's console, to copy. */
export function WebhookAddress({ address, label, hint }: WebhookAddressProps) {
  const { t } = useTranslation("channels");
  const copy = useCopy();
  const [copied, setCopied] = useCopied();

  const handleCopy = async () => {
    if (await copy(address, { failed: t("webhook.copyFailed") })) setCopied(true);
  };

  return (
    <div className={laid("padTop16 lineAbove")}>
      <p className={layout.hint}>{label ?? t("webhook.label")}</p>
      <div className={laid("line", styles.line)}>
        <code className={laid("grow sunken breaking text13 leading22", styles.address)}>{address}</code>
        <Button icon={copied ? <CheckOutlined /> : <CopyOutlined />} onClick={() => void handleCopy()}>
          {copied ? t("webhook.copied") : t("webhook.copy")}
        </Button>
      </div>
      <p className={layout.hint}>{hint ?? t("webhook.hint")}</p>
    </div>
  );
}
