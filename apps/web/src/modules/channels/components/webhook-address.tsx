import { CheckOutlined, CopyOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import styles from "./webhook-address.module.css";

const copiedForMs = 2000;

interface WebhookAddressProps {
  address: string;
  /** Of something else that is copied in the same way. */
  label?: string;
  hint?: string;
}

/** The address that the provider's console must be told, to be copied. */
export function WebhookAddress({ address, label, hint }: WebhookAddressProps) {
  const { t } = useTranslation("channels");
  const { failed } = useFeedback();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedForMs);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
    } catch {
      failed(t("webhook.copyFailed"));
    }
  };

  return (
    <div className={laid("padTop16 lineAbove")}>
      <p className={layout.hint}>{label ?? t("webhook.label")}</p>
      <div className={laid("line", styles.line)}>
        <code className={laid("grow sunken breaking text13 leading22", styles.address)}>{address}</code>
        <Button icon={copied ? <CheckOutlined /> : <CopyOutlined />} onClick={() => void copy()}>
          {copied ? t("webhook.copied") : t("webhook.copy")}
        </Button>
      </div>
      <p className={layout.hint}>{hint ?? t("webhook.hint")}</p>
    </div>
  );
}
