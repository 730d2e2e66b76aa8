import { DownloadOutlined, SendOutlined } from "@ant-design/icons";
import { moneyText } from "@homeroom/contract/currencies";
import type { OrderDetail } from "@homeroom/contract/orders";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { PendingButton } from "#ui/choice/pending-button.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useHasChat } from "../../api/queries.ts";
import { useDownloadReceipt, useSendReceipt } from "../../api/writes.ts";
import styles from "../orders.module.css";
import { MailReceipt, VoidReceipt } from "./receipt-forms.tsx";

type Receipt = OrderDetail["receipts"][number];

/** The receipts and credit notes of an order: to save, send, mail and void. */
export function OrderReceipts({ order }: { order: OrderDetail }) {
  const { t } = useTranslation("orders");
  const { orderID, leadId, receipts } = order;
  const hasChat = useHasChat(receipts.length > 0 ? leadId : null);
  if (receipts.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3 className={laid("row strong justifyBetween text14 below8")}>{t("receipts.title")}</h3>
      <ul className={laid("column bareList")}>
        {receipts.map((receipt) => (
          <li
            key={receipt.recordID}
            className={laid("baseline lineBelow wrap justifyBetween gap12 pad8x0", styles.row)}
          >
            <span className={laid("breaking narrowable")}>
              {t(`receipts.${receipt.kind}`)}{" "}
              {receipt.voidTime ? (
                <s className={laid("figures medium")}>{receipt.number}</s>
              ) : (
                <span className={laid("figures medium")}>{receipt.number}</span>
              )}
              <br />
              <span className={layout.small}>
                {moneyText(receipt.amount, receipt.currency)} · <RelativeTime value={receipt.createTime} />
              </span>
              {receipt.voidTime && (
                <>
                  <br />
                  <span className={layout.danger}>{t("receipts.isVoid", { reason: receipt.voidReason })}</span>
                </>
              )}
            </span>
            <span className={laid("inlineFlex wrap justifyEnd gap4")}>
              <VoidReceipt order={order} receipt={receipt} />
              {!receipt.voidTime && hasChat && <Send orderID={orderID} receipt={receipt} />}
              <MailReceipt order={order} receipt={receipt} />
              <Download orderID={orderID} receipt={receipt} />
            </span>
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

function Send({ orderID, receipt: { recordID, number } }: { orderID: string; receipt: Receipt }) {
  const { t } = useTranslation("orders");
  const can = useCan();
  const { done, failed } = useFeedback();
  const send = useSendReceipt();
  const handleClick = () => send.mutateAsync({ orderID, recordID }).then(() => done(t("receipts.sent")), failed);
  return (
    can("chat:message:send") && (
      <PendingButton
        size="small"
        icon={<SendOutlined />}
        aria-label={t("receipts.sendOne", { number })}
        run={handleClick}
      >
        {t("receipts.send")}
      </PendingButton>
    )
  );
}
