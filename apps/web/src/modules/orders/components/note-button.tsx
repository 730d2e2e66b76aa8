import { EditOutlined } from "@ant-design/icons";
import { type OrderDetail, orderLimits, orders } from "@homeroom/contract/orders";
import { Button, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useOrderWrites } from "../api/writes.ts";

/** Opens the form for an order's note. */
export function NoteButton({ order }: { order: OrderDetail }) {
  const can = useCan();
  const { t } = useTranslation("orders");
  // The initial values of the form: if somebody else changes them meanwhile, the save is refused instead of overwriting.
  const [begun, setBegun] = useState<OrderDetail | null>(null);
  return (
    can("sale:order:edit") && (
      <>
        <Button type="text" size="small" icon={<EditOutlined />} onClick={() => setBegun(order)}>
          {t(order.note ? "note.edit" : "note.add")}
        </Button>
        {begun && <NoteForm order={begun} onClose={() => setBegun(null)} />}
      </>
    )
  );
}

function NoteForm({ order: { orderID, note, version }, onClose }: { order: OrderDetail; onClose: () => void }) {
  const { t } = useTranslation("orders");
  const { done } = useFeedback();
  const { editNote } = useOrderWrites();
  return (
    <DrawerForm
      open
      title={t("note.title", { orderID })}
      schema={orders.editNote.request}
      initialValues={{ orderID, note, version }}
      onSubmit={editNote}
      onDone={() => {
        onClose();
        done(t("note.done"));
      }}
      onClose={onClose}
      width={440}
    >
      <FormField name="note" label={t("fields.note")}>
        <Input.TextArea rows={5} maxLength={orderLimits.note} />
      </FormField>
    </DrawerForm>
  );
}
