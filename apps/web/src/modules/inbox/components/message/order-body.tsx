import type { MessageId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { orderCart } from "#modules/orders/public.ts";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { type OrderItem, orderItems } from "../../rules/message-details.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import styles from "./message-body.module.css";
import { MessageText } from "./message-text.tsx";

/** What a customer put into the basket. */
export function OrderBody({ message }: { message: ShownMessage }) {
  const { t, i18n } = useTranslation("inbox");
  const items = orderItems(message.details);
  return (
    <>
      <span className={styles.mark}>{t("message.order", { count: items.length })}</span>
      <ul className={styles.items}>
        {items.map((item, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- an order never changes, and may name a product twice
          <li key={`${index}:${item.productId}`}>
            <span className={styles.cardWords}>{item.productId}</span>
            <span>× {item.quantity}</span>
            <span className={styles.price}>{priceText(item, i18n.language)}</span>
          </li>
        ))}
      </ul>
      <MessageText text={message.text} />
      {message.direction === "in" && !message.outgoing && <MakeOrder messageId={message.messageId} />}
    </>
  );
}

/** One click makes an order of the cart; another leads to it. */
function MakeOrder({ messageId }: { messageId: MessageId }) {
  const { t } = useTranslation("inbox");
  const can = useCan();
  const { failed } = useFeedback();
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<{ orderID: string; unknown: string[] } | null>(null);
  if (!can("sale:order:add")) return null;
  if (made)
    return (
      <span className={styles.mark}>
        <Link to={`/users/order?order=${made.orderID}`}>{t("cart.made", { orderID: made.orderID })}</Link>
        {made.unknown.length > 0 && <> {t("cart.unknown", { names: made.unknown.join("、") })}</>}
      </span>
    );
  const handleClick = async () => {
    setBusy(true);
    await orderCart(messageId).then(setMade, failed);
    setBusy(false);
  };
  return (
    <Button size="small" loading={busy} onClick={() => void handleClick()}>
      {t("cart.order")}
    </Button>
  );
}

function priceText({ price, quantity, currency }: OrderItem, language: string): string {
  if (price === null) return "";
  const sum = price * quantity;
  if (!/^[A-Z]{3}$/.test(currency)) return String(sum);
  return new Intl.NumberFormat(language, { style: "currency", currency }).format(sum);
}
