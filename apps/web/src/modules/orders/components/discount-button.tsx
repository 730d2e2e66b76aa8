import { orderDiscounts } from "@homeroom/contract/order-discounts";
import type { OrderDetail } from "@homeroom/contract/orders";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useOrderWrites } from "../api/writes.ts";
import { DiscountFields } from "./form/discount-fields.tsx";
import { NoLongerOffered } from "./no-longer-offered.tsx";

interface DiscountButtonProps {
  order: OrderDetail;
  /** Whether the discount can be changed now. An open form stays if that ends meanwhile. */
  isOffered: boolean;
}

/** Opens the form for changing the discount, also for a colleague with a higher limit. */
export function DiscountButton({ order, isOffered }: DiscountButtonProps) {
  const can = useCan();
  const { t } = useTranslation("orders");
  const { done } = useFeedback();
  const { editDiscount } = useOrderWrites();
  // The initial values of the form: if somebody else changes them meanwhile, the save is refused instead of overwriting.
  const [begun, setBegun] = useState<OrderDetail | null>(null);
  // Plan orders have no discounts.
  if (order.payType !== "product" || !can("sale:order:add", "sale:order:edit")) return null;
  return (
    <>
      {isOffered && <Button onClick={() => setBegun(order)}>{t("discount.verb")}</Button>}
      {begun && (
        <DrawerForm
          open
          title={t("discount.title", { orderID: begun.orderID })}
          schema={orderDiscounts.edit.request}
          initialValues={{ orderID: begun.orderID, version: begun.version, discount: begun.discountGiven }}
          onSubmit={editDiscount}
          onDone={() => {
            setBegun(null);
            done(t("discount.done"));
          }}
          onClose={() => setBegun(null)}
          width={480}
        >
          {!isOffered && <NoLongerOffered />}
          <DiscountFields currency={begun.currency} />
        </DrawerForm>
      )}
    </>
  );
}
