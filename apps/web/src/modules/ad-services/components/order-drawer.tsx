import { type AdServiceType, AdTopUp, adAmounts, graphicLimits } from "@homeroom/contract/ad-services";
import { planPayMethods } from "@homeroom/contract/billing";
import { moneyText, symbolBefore } from "@homeroom/contract/currencies";
import { type FileId, RecordId } from "@homeroom/contract/ids";
import { Amount, type CurrencyCode } from "@homeroom/contract/money";
import { Form, Input, InputNumber, Radio } from "antd";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { PictureUpload } from "#ui/picture-upload/picture-upload.tsx";
import { uploadAdImage, useAdWrites } from "../api/ad-services.ts";

/** The places for pictures. */
const places = [0, 1] as const;

interface OrderDrawerProps {
  type: AdServiceType;
  currency: CurrencyCode;
  isFirst: boolean;
  graphicPrice: number | null;
  onClose: () => void;
}

/** Orders ads or the graphic package: the amount, the content, and the payment method. */
export function OrderDrawer({ type, currency, isFirst, graphicPrice, onClose }: OrderDrawerProps) {
  const { t } = useTranslation("adServices");
  const { done } = useFeedback();
  const { order } = useAdWrites();
  // Proposed here, so that sending again after a lost answer makes one order.
  const [recordID] = useState(() => RecordId.parse(v7()));
  const least = leastOf(type, isFirst);
  return (
    <DrawerForm
      open
      title={t(`type.${type}`)}
      schema={least ? AdTopUp.extend({ amount: Amount.min(least.amount).max(adAmounts.most) }) : AdTopUp}
      initialValues={{ type, text: "", payMethod: "card", ...(least && { amount: least.amount }) }}
      submitLabel={t("order")}
      onSubmit={(values, report) => order({ ...values, type, recordID }, report)}
      onDone={({ payUrl }) => {
        done(t("ordered"));
        // Opens the payment page, if the browser allows it.
        if (payUrl) window.open(payUrl, "_blank", "noopener");
        onClose();
      }}
      onClose={onClose}
    >
      {least ? (
        <FormField name="amount" label={t("fields.amount")} required hint={ruleText(t, type, isFirst)}>
          {/* A field with a minimum of its own would silently turn a thousand into ten thousand on submit. */}
          <InputNumber<number> style={{ width: "100%" }} prefix={symbolBefore(currency)} min={0} step={least.step} />
        </FormField>
      ) : (
        <p className={layout.below12}>
          {graphicPrice === null ? t("notSold") : t("graphicPrice", { price: moneyText(graphicPrice, currency) })}
        </p>
      )}
      <FormField name="text" label={t("text")} hint={t("textHint")}>
        <Input.TextArea rows={4} maxLength={graphicLimits.characters} />
      </FormField>
      <Form.Item name="images" noStyle>
        <Pictures />
      </Form.Item>
      <FormField name="payMethod" label={t("payMethod")}>
        <Radio.Group options={planPayMethods.map((value) => ({ value, label: t(`method.${value}`) }))} />
      </FormField>
    </DrawerForm>
  );
}

/** The pictures of the ad. The value is the uploaded pictures. */
function Pictures({ onChange }: { onChange?: (images: FileId[]) => void }) {
  const { t } = useTranslation("adServices");
  const [images, setImages] = useState<readonly (FileId | null)[]>([null, null]);
  const put = (index: number, fileID: FileId | null) => {
    const next = images.with(index, fileID);
    setImages(next);
    onChange?.(next.flatMap((id) => id ?? []));
  };
  return (
    <div className={laid("gridBox gap8")}>
      {places.map((index) => (
        <PictureUpload
          key={index}
          value={null}
          shape="square"
          maxMb={10}
          label={t("picture", { number: index + 1 })}
          upload={uploadAdImage}
          onChange={(fileID) => put(index, fileID)}
        />
      ))}
    </div>
  );
}

/** The smallest amount and the step; null for fixed prices. */
function leastOf(type: AdServiceType, isFirst: boolean): { amount: number; step: number } | null {
  const { firstLeads, leadsStep, trafficStep } = adAmounts;
  if (type === "graphic") return null;
  if (type === "traffic") return { amount: trafficStep, step: trafficStep };
  return { amount: isFirst ? firstLeads : leadsStep, step: leadsStep };
}

/** The rule for amounts in words. */
export function ruleText(t: TFunction<"adServices">, type: AdServiceType, isFirst: boolean): string {
  const number = (value: number) => value.toLocaleString("en");
  const { firstLeads, leadsStep, trafficStep } = adAmounts;
  if (type === "graphic") return t("rule.graphic", { ...graphicLimits });
  if (type === "traffic") return t("rule.traffic", { step: number(trafficStep) });
  return isFirst
    ? t("rule.firstLeads", { least: number(firstLeads), step: number(leadsStep) })
    : t("rule.leads", { step: number(leadsStep) });
}
