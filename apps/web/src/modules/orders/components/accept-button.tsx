import { moneyText } from "@homeroom/contract/currencies";
import type { OrderDetail } from "@homeroom/contract/orders";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useOrderWrites } from "../api/writes.ts";

interface AcceptButtonProps {
  order: OrderDetail;
  payment: OrderDetail["payments"][number];
  /** The part of the payment that was not refunded. */
  left: number;
}

/** Counts kept money towards its order, if the order can take it. */
export function AcceptButton({ order, payment, left }: AcceptButtonProps) {
  const can = useCan();
  const { t } = useTranslation("orders");
  const { confirm, done, failed } = useFeedback();
  const { accept } = useOrderWrites();
  const { orderID, status, currency } = order;
  const takesMoney = status === "closed" || status === "cancelled" || status === "pending";
  if (!takesMoney || payment.currency !== currency) return null;
  const handleClick = async () => {
    const title = t("accept.title", { amount: moneyText(left, currency), orderID });
    if (!(await confirm({ title, detail: t("accept.detail"), verb: t("accept.verb") }))) return;
    await accept({ orderID, paymentID: payment.recordID }).then(() => done(t("accept.done")), failed);
  };
  return (
    can("sale:order:confirm") && (
      <Button size="small" onClick={() => void handleClick()}>
        {t("accept.verb")}
      </Button>
    )
  );
}
