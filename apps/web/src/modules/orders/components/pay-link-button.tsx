import { LinkOutlined } from "@ant-design/icons";
import { payments } from "@homeroom/contract/payments";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "#platform/api.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";

/** Copies the address at which the customer pays the order. */
export function PayLinkButton({ orderID }: { orderID: string }) {
  const { t } = useTranslation("orders");
  const { done, failed } = useFeedback();
  const [busy, setBusy] = useState(false);
  const handleCopy = async () => {
    setBusy(true);
    try {
      const { url } = (await api.call(payments.link, { orderID })).resultData;
      await navigator.clipboard.writeText(url).then(
        () => done(t("payLink.copied")),
        () => failed(t("payLink.failed", { url })),
      );
    } catch (reason) {
      failed(String(reason));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={<LinkOutlined />} loading={busy} onClick={() => void handleCopy()}>
      {t("payLink.copy")}
    </Button>
  );
}
