import { moneyText } from "@homeroom/contract/currencies";
import { orderInstalments } from "@homeroom/contract/order-instalments";
import type { OrderDetail } from "@homeroom/contract/orders";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { useOrderWrites } from "../api/writes.ts";
import { InstalmentField } from "./form/instalment-field.tsx";
import { NoLongerOffered } from "./no-longer-offered.tsx";
import styles from "./orders.module.css";

const tones: Record<OrderDetail["instalments"][number]["state"], Tone> = {
  open: "quiet",
  partlyPaid: "warning",
  paid: "success",
  overdue: "danger",
};

/** The instalments of an order, with due date and state. */
export function OrderInstalments({ order }: { order: OrderDetail }) {
  const { t } = useTranslation("orders");
  const can = useCan();
  const { instalments, currency, status } = order;
  // The initial values of the form: if somebody else changes them meanwhile, the save is refused.
  const [begun, setBegun] = useState<OrderDetail | null>(null);
  const changes = status === "pending" && can("sale:order:add", "sale:order:edit");
  return (
    <>
      {(instalments.length > 0 || status === "pending") && (
        <section className={styles.section}>
          <h3 className={laid("row strong justifyBetween text14 below8")}>
            {t("instalments.title")}{" "}
            {changes && (
              <Button size="small" onClick={() => setBegun(order)}>
                {t("instalments.change")}
              </Button>
            )}
          </h3>
          {instalments.length === 0 && <p className={layout.small}>{t("instalments.none")}</p>}
          <ul className={laid("column bareList")}>
            {instalments.map(({ position, dueDate, amount, paid, state }) => (
              <li key={position} className={laid("baseline lineBelow justifyBetween gap12 pad8x0", styles.row)}>
                <span className={laid("breaking narrowable")}>
                  {t("instalments.part", { number: position })}
                  <br />
                  <span className={layout.small}>
                    {t("instalments.due")} {dueDate}
                  </span>
                </span>
                <span>
                  <StatusDot tone={tones[state]} label={t(`instalments.state.${state}`)} />
                </span>
                <span className={laid("figures fixed textEnd")}>
                  {moneyText(amount, currency)}
                  {paid > 0 && paid < amount && (
                    <>
                      <br />
                      <span className={layout.small}>
                        {t("fields.paid")} {moneyText(paid, currency)}
                      </span>
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {begun && <PlanForm order={begun} isOffered={changes} onClose={() => setBegun(null)} />}
    </>
  );
}

interface PlanFormProps {
  order: OrderDetail;
  /** Whether the instalments can still be changed. */
  isOffered: boolean;
  onClose: () => void;
}

function PlanForm({ order: { orderID, version, instalments }, isOffered, onClose }: PlanFormProps) {
  const { t } = useTranslation("orders");
  const { done } = useFeedback();
  const { editInstalments } = useOrderWrites();
  return (
    <DrawerForm
      open
      title={t("instalments.formTitle", { orderID })}
      schema={orderInstalments.edit.request}
      initialValues={{
        ...{ orderID, version },
        instalments: instalments.map(({ dueDate, amount }) => ({ dueDate, amount })),
      }}
      onSubmit={editInstalments}
      onDone={() => {
        onClose();
        done(t("instalments.done"));
      }}
      onClose={onClose}
      width={480}
    >
      {!isOffered && <NoLongerOffered />}
      <InstalmentField />
    </DrawerForm>
  );
}
