import { DownloadOutlined } from "@ant-design/icons";
import type { OrderDetail } from "@homeroom/contract/orders";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { moneyText } from "#platform/money.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useDownloadReceipt } from "../api/writes.ts";
import styles from "./orders.module.css";

type Receipt = OrderDetail["receipts"][number];

/** The receipt and the credit notes of an order, to be saved as PDF. */
export function OrderReceipts({ order: { orderID, receipts } }: { order: OrderDetail }) {
  const { t } = useTranslation("orders");
  if (receipts.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3 className={styles.title}>{t("receipts.title")}</h3>
      <ul className={styles.rows}>
        {receipts.map((receipt) => (
          <li key={receipt.recordID} className={styles.row}>
            <span className={styles.words}>
              {t(`receipts.${receipt.kind}`)} <span className={styles.number}>{receipt.number}</span>
              <br />
              <span className={styles.quiet}>
                {moneyText(receipt.amount, receipt.currency)} · <RelativeTime value={receipt.createTime} />
              </span>
            </span>
            <Download orderID={orderID} receipt={receipt} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Download({ orderID, receipt: { recordID, number } }: { orderID: string; receipt: Receipt }) {
  const { t } = useTranslation("orders");
  const { failed } = useFeedback();
  const download = useDownloadReceipt();
  return (
    <Button
      size="small"
      icon={<DownloadOutlined />}
      loading={download.isPending}
      aria-label={t("receipts.downloadOne", { number })}
      onClick={() => download.mutate({ orderID, recordID }, { onError: failed })}
    >
      {t("receipts.download")}
    </Button>
  );
}
