import type { OrderDetail } from "@homeroom/contract/orders";
import { Button } from "antd";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { FileInput } from "#ui/choice/file-input.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import { pictureProblem, pictureTypes } from "#ui/picture-upload/picture-rules.ts";
import { useOrderWrites } from "../api/writes.ts";
import { ConfirmForm } from "./confirm-form.tsx";
import { DiscountButton } from "./discount-button.tsx";
import { PayLinkButton } from "./pay-link-button.tsx";
import { RefundButton } from "./refunds/refund-button.tsx";
import { RejectForm } from "./reject-form.tsx";

type Proof = NonNullable<NonNullable<OrderDetail["paymentImage"]>["proof"]>;

/** The actions on an order that its state and the reader's permissions allow. */
export function OrderActions({ order }: { order: OrderDetail }) {
  const can = useCan();
  const { t } = useTranslation("orders");
  // The form keeps the proof that it was opened with: that one may be decided, or another uploaded, while it is open.
  const [asked, setAsked] = useState<{ status: "confirmed" | "rejected"; proof?: Proof } | null>(null);
  const { orderID, status, paid, refunded, currency, paymentImage } = order;
  const here = paid - refunded;
  const isPending = status === "pending";
  return (
    <>
      {isPending && here > 0 && can("sale:order:cancel") && (
        <p className={laid("small below8")}>{t("cancel.paidFirst")}</p>
      )}
      <div className={laid("buttons justifyEnd")}>
        {isPending && here === 0 && <CancelButton orderID={orderID} />}
        <DiscountButton order={order} isOffered={isPending && here === 0 && !order.awaitsCheck} />
        <PayLinkButton order={order} />
        {isPending && <UploadButton orderID={orderID} />}
        <RefundButton
          orderID={orderID}
          most={here}
          currency={currency}
          paidBy={order.paidMethod ?? order.payMethod}
          isOffered={(isPending || status === "paid") && here > 0}
        />
        {isPending && can("sale:order:confirm") && (
          <>
            {paymentImage && order.awaitsCheck && (
              <Button
                onClick={() =>
                  setAsked({ status: "rejected", ...(paymentImage.proof && { proof: paymentImage.proof }) })
                }
              >
                {t("confirm.reject")}
              </Button>
            )}
            <Button type="primary" onClick={() => setAsked({ status: "confirmed" })}>
              {t("confirm.verb")}
            </Button>
          </>
        )}
        {asked?.proof && <RejectForm order={order} proof={asked.proof} onClose={() => setAsked(null)} />}
        {asked && !asked.proof && (
          <ConfirmForm order={order} confirmStatus={asked.status} onClose={() => setAsked(null)} />
        )}
      </div>
    </>
  );
}

function CancelButton({ orderID }: { orderID: string }) {
  const { t } = useTranslation("orders");
  const can = useCan();
  const { confirm, done, failed } = useFeedback();
  const { cancel } = useOrderWrites();
  if (!can("sale:order:cancel")) return null;
  const handleClick = async () => {
    const question = { title: t("cancel.title", { orderID }), detail: t("cancel.detail"), verb: t("cancel.verb") };
    if (await confirm({ ...question, danger: true })) await cancel(orderID).then(() => done(t("cancel.done")), failed);
  };
  return (
    <Button danger type="text" onClick={() => void handleClick()}>
      {t("cancel.verb")}
    </Button>
  );
}

const maxMb = 10;

function UploadButton({ orderID }: { orderID: string }) {
  const can = useCan();
  const { t } = useTranslation("orders");
  const { t: tu } = useTranslation("ui");
  const { done, failed } = useFeedback();
  const { uploadImage } = useOrderWrites();
  const inputRef = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const problem = pictureProblem(file, maxMb);
    if (problem) return failed(tu(`picture.${problem}`, { number: maxMb }));
    setBusy(true);
    await uploadImage(orderID, file).then(() => done(t("image.done")), failed);
    setBusy(false);
  };
  return (
    can("sale:order:add", "sale:order:edit") && (
      <>
        <Button loading={busy} onClick={() => inputRef.current?.click()}>
          {t("image.upload")}
        </Button>
        <FileInput
          ref={inputRef}
          accept={pictureTypes.join(",")}
          label={t("image.upload")}
          onFiles={([file]) => void take(file)}
        />
      </>
    )
  );
}
