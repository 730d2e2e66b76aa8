import { type LeadId, MessageId } from "@homeroom/contract/ids";
import { filledIn, variablesIn } from "@homeroom/contract/template-advice";
import { useQuery } from "@tanstack/react-query";
import { Button, Input, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { sendTemplate, templateChoices } from "../api/from-chat.ts";
import { buttonLink, type PayTemplate as Fit, payTemplates } from "../rules/pay-templates.ts";

interface PayTemplateProps {
  leadId: LeadId;
  url: string;
  onDone: () => void;
}

/** Sends the payment page as the button of a template, which reaches the customer even after the reply window. */
export function PayTemplate({ leadId, url, onDone }: PayTemplateProps) {
  const { t } = useTranslation("orders");
  const { data } = useQuery({
    queryKey: ["pay-templates", leadId],
    queryFn: ({ signal }) => templateChoices(leadId, signal),
  });
  const [chosen, setChosen] = useState("");
  if (!data) return null;
  const fits = payTemplates(data, url);
  const fit = fits.find(({ choice }) => choice.recordID === chosen) ?? fits[0];
  if (!fit) return <p className={layout.hint}>{t("payLink.noTemplate", { address: buttonLink(url) })}</p>;
  return (
    <>
      {fits.length > 1 && (
        <Select
          aria-label={t("payLink.template")}
          value={fit.choice.recordID}
          options={fits.map(({ choice }) => ({ value: choice.recordID, label: choice.name }))}
          onChange={setChosen}
        />
      )}
      <Filling key={fit.choice.recordID} fit={fit} leadId={leadId} onDone={onDone} />
    </>
  );
}

function Filling({ fit: { choice, values, gaps }, leadId, onDone }: { fit: Fit } & Omit<PayTemplateProps, "url">) {
  const { t } = useTranslation("orders");
  const { done, failed } = useFeedback();
  const [written, setWritten] = useState<Readonly<Record<string, string>>>({});
  // The same id after a lost answer, so that it is sent once.
  const [messageId] = useState(() => MessageId.parse(v7()));
  const [busy, setBusy] = useState(false);
  const variables = { ...values, ...written };
  const hasGap = gaps.some(({ key }) => !variables[key]?.trim());
  const handleSend = async () => {
    setBusy(true);
    await sendTemplate({ leadId, messageId, templateID: choice.recordID, variables }).then(() => {
      done(t("payLink.sent"));
      onDone();
    }, failed);
    setBusy(false);
  };
  const shown = Object.fromEntries(variablesIn(choice.body).map((one) => [one, variables[`body.${one}`] || undefined]));
  return (
    <>
      <p className={laid("small breaking")}>{filledIn(choice.body, shown)}</p>
      {gaps.map(({ key, sample }) => (
        <Input
          key={key}
          aria-label={sample}
          placeholder={sample}
          maxLength={1024}
          value={written[key] ?? ""}
          onChange={({ target }) => setWritten({ ...written, [key]: target.value })}
        />
      ))}
      <Button block loading={busy} disabled={hasGap} onClick={() => void handleSend()}>
        {t("payLink.sendTemplate", { name: choice.name })}
      </Button>
    </>
  );
}
