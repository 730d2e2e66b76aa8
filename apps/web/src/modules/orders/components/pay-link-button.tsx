import { LinkOutlined } from "@ant-design/icons";
import { chat } from "@homeroom/contract/chat";
import { moneyText } from "@homeroom/contract/currencies";
import { MessageId } from "@homeroom/contract/ids";
import type { OrderDetail } from "@homeroom/contract/orders";
import { payments } from "@homeroom/contract/payments";
import { useQuery } from "@tanstack/react-query";
import { Alert, Button, Input, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { v7 } from "uuid";
import { useCan } from "#platform/access.ts";
import { api } from "#platform/api.ts";
import { useCopy } from "#ui/feedback/use-copy.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useQrCode } from "#ui/qr-code/use-qr-code.ts";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useHasChat } from "../api/queries.ts";
import { dueNext } from "../rules/instalments.ts";
import styles from "./orders.module.css";
import { PayTemplate } from "./pay-template.tsx";

/**
 * The address at which the customer pays: as a QR code, to copy, or to send to the chat. It is not offered once the order
 * has ended; an open dialog then says so.
 */
export function PayLinkButton({ order }: { order: OrderDetail }) {
  const { t } = useTranslation("orders");
  const [open, setOpen] = useState(false);
  return (
    <>
      {order.status === "pending" && (
        <Button icon={<LinkOutlined />} onClick={() => setOpen(true)}>
          {t("payLink.open")}
        </Button>
      )}
      {open && <PayLinkDialog order={order} onClose={() => setOpen(false)} />}
    </>
  );
}

function PayLinkDialog({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const { t } = useTranslation("orders");
  const can = useCan();
  const copy = useCopy();
  const { orderID } = order;
  const isOver = order.status !== "pending";
  const hasChat = useHasChat(order.leadId);
  const { data: link, error } = useQuery({
    queryKey: ["pay-link", orderID],
    queryFn: async ({ signal }) => (await api.call(payments.link, { orderID }, { signal })).resultData,
    // A payment method may have been set up meanwhile.
    staleTime: 0,
  });
  const url = link?.url;
  const isReady = url !== undefined && hasChat !== undefined;
  const handleCopy = async () => {
    if (url) await copy(url, { done: t("payLink.copied"), failed: t("payLink.failed", { url }) });
  };
  return (
    <Modal open title={t("payLink.title", { orderID })} footer={null} onCancel={onClose} width={440}>
      {isOver && (
        <Alert
          type={order.status === "paid" ? "success" : "warning"}
          showIcon
          role="status"
          title={t(order.status === "paid" ? "payLink.paid" : "payLink.ended")}
        />
      )}
      {!isOver && error && <p role="alert">{String(error)}</p>}
      {!isOver && !error && !isReady && <Skeleton height={240} />}
      {!isOver && url && isReady && (
        <div className={laid("column gap12")}>
          {!link?.hasWay && <NoWay />}
          <QrPicture url={url} />
          <code className={laid("sunken breaking pad8x12 text12")}>{url}</code>
          <Button block onClick={() => void handleCopy()}>
            {t("payLink.copy")}
          </Button>
          {hasChat && <SendLink order={order} url={url} onDone={onClose} />}
          {order.leadId && !hasChat && can("chat:message:send") && <p className={layout.hint}>{t("payLink.noChat")}</p>}
          {order.leadId && hasChat && can("chat:message:template") && (
            <PayTemplate leadId={order.leadId} url={url} onDone={onClose} />
          )}
        </div>
      )}
    </Modal>
  );
}

/** The customer would get a page without any payment method. */
function NoWay() {
  const { t } = useTranslation("orders");
  const can = useCan();
  return (
    <Alert
      type="warning"
      showIcon
      title={t("payLink.noWay")}
      description={
        can("org:pay:query") ? <Link to="/system/sys?tab=pay">{t("payLink.setUp")}</Link> : t("payLink.askForSetUp")
      }
    />
  );
}

/** A text with the address, which staff may edit before sending it to the chat. */
function SendLink({ order, url, onDone }: { order: OrderDetail; url: string; onDone: () => void }) {
  const { t } = useTranslation("orders");
  const can = useCan();
  const { done, failed } = useFeedback();
  const { leadId, productName, currency } = order;
  const [text, setText] = useState(() =>
    t("payLink.words", { productName, amount: moneyText(dueNext(order).amount, currency), url }),
  );
  // The same id after a lost answer, so that it is sent once.
  const [messageId] = useState(() => MessageId.parse(v7()));
  const [busy, setBusy] = useState(false);
  const handleSend = async () => {
    if (!leadId) return;
    setBusy(true);
    await api.call(chat.sendMessage, { leadId, messageId, content: text }).then(() => {
      done(t("payLink.sent"));
      onDone();
    }, failed);
    setBusy(false);
  };
  return (
    can("chat:message:send") && (
      <>
        <Input.TextArea
          aria-label={t("payLink.message")}
          autoSize={{ minRows: 3, maxRows: 8 }}
          maxLength={2000}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="primary" block loading={busy} disabled={text.trim() === ""} onClick={() => void handleSend()}>
          {t("payLink.send")}
        </Button>
      </>
    )
  );
}

function QrPicture({ url }: { url: string }) {
  const { t } = useTranslation("orders");
  const image = useQrCode(url, 400);
  return (
    <div className={laid("round8 clip whiteGround", styles.qr)}>
      {image && <img src={image} alt={t("payLink.code")} width={200} height={200} />}
    </div>
  );
}
