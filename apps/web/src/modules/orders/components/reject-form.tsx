import type { OrderDetail } from "@homeroom/contract/orders";
import { RejectedProof } from "@homeroom/contract/transfer-proofs";
import { Input } from "antd";
import { useTranslation } from "react-i18next";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useTransferWrites } from "../api/transfers.ts";
import { NoLongerOffered } from "./no-longer-offered.tsx";

interface RejectFormProps {
  order: OrderDetail;
  /** The proof that the form was opened with: another may have been uploaded since. */
  proof: NonNullable<NonNullable<OrderDetail["paymentImage"]>["proof"]>;
  onClose: () => void;
}

/** Rejects the transfer proof; other proofs of the order keep waiting, and the next one is shown. */
export function RejectForm({ order, proof, onClose }: RejectFormProps) {
  const { t } = useTranslation("orders");
  const { done } = useFeedback();
  const { reject } = useTransferWrites();
  const { orderID, waitingImages, status } = order;
  const { recordID, version } = proof;
  const others = waitingImages - 1;
  return (
    <DrawerForm
      open
      title={t("confirm.rejectTitle", { orderID })}
      schema={RejectedProof}
      initialValues={{ recordID, version, note: "" }}
      onSubmit={reject}
      onDone={() => {
        onClose();
        done(t("confirm.rejectDone"));
      }}
      onClose={onClose}
      submitLabel={t("confirm.reject")}
      danger
      width={440}
    >
      {status !== "pending" && <NoLongerOffered />}
      <FormField
        name="note"
        label={t("confirm.note")}
        hint={others > 0 ? t("confirm.rejectOne", { count: others, number: others }) : t("confirm.rejectHint")}
      >
        <Input.TextArea rows={3} maxLength={255} />
      </FormField>
    </DrawerForm>
  );
}
