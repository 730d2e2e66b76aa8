import { RecordId } from "@homeroom/contract/ids";
import { type CentreRow, GrantForm, grantKinds, grantLimits } from "@homeroom/contract/operators";
import { Input, InputNumber, Radio } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useOperatorWrites } from "../api.ts";

/** Gives a centre days, messages, money or a budget for ads, and says why. */
export function GrantDrawer({ centre, onClose }: { centre: CentreRow; onClose: () => void }) {
  const { t } = useTranslation("operators");
  const { done } = useFeedback();
  const { grant } = useOperatorWrites();
  // The id is created here, so that a retry after a lost answer grants it once.
  const [recordID] = useState(() => RecordId.parse(v7()));
  const { organizationID, name, currency } = centre;
  return (
    <DrawerForm
      open
      title={t("giveTo", { name })}
      schema={GrantForm}
      initialValues={{ recordID, organizationID, kind: "days", reason: "" }}
      submitLabel={t("give")}
      onSubmit={(values, report) => grant({ ...values, recordID, organizationID }, report)}
      onDone={() => {
        done(t("given", { name }));
        onClose();
      }}
      onClose={onClose}
    >
      <FormField name="kind" label={t("fields.kind")}>
        <Radio.Group options={grantKinds.map((value) => ({ value, label: t(`kind.${value}`, { currency }) }))} />
      </FormField>
      <FormField name="amount" label={t("fields.amount")} required>
        <InputNumber<number> min={0} style={{ width: "100%" }} />
      </FormField>
      <FormField name="reason" label={t("fields.reason")} required hint={t("reasonHint")}>
        <Input maxLength={grantLimits.reason} />
      </FormField>
    </DrawerForm>
  );
}
