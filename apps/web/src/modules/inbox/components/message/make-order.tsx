import type { MessageId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { orderCart } from "#modules/orders/public.ts";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import layout from "#ui/layout.module.css";

/** One click makes an order of a cart; a link leads to it. */
export function MakeOrder({ messageId }: { messageId: MessageId }) {
  const { t } = useTranslation("inbox");
  const can = useCan();
  const { failed } = useFeedback();
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<{ orderID: string; unknown: string[] } | null>(null);
  if (!can("sale:order:add")) return null;
  if (made)
    return (
      <span className={layout.small}>
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
