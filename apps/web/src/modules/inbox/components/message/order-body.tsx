import { useTranslation } from "react-i18next";
import { keyed } from "#platform/keyed.ts";
import layout from "#ui/layout.module.css";
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
      <span className={`${layout.small} ${styles.mark}`}>{t("message.order", { count: items.length })}</span>
      <ul className={styles.items}>
        {keyed(items, ({ productId }) => productId).map(({ key, item }) => (
          <li key={key}>
            <span className={`${layout.grow} ${styles.cardWords}`}>{item.productId}</span>
            <span>× {item.quantity}</span>
            <span className={styles.price}>{priceText(item, i18n.language)}</span>
          </li>
        ))}
      </ul>
      <MessageText text={message.text} />
    </>
  );
}

function priceText({ price, quantity, currency }: OrderItem, language: string): string {
  if (price === null) return "";
  const sum = price * quantity;
  if (!/^[A-Z]{3}$/.test(currency)) return String(sum);
  return new Intl.NumberFormat(language, { style: "currency", currency }).format(sum);
}
