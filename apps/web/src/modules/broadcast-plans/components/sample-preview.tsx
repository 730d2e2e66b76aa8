import { LeftOutlined, RightOutlined } from "@ant-design/icons";
import type { broadcastPlans } from "@homeroom/contract/broadcast-plans";
import type { ResponseOf } from "@homeroom/contract/endpoint";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { emailContentOf, MailPreview, sendTestMail } from "#modules/email-templates/public.ts";
import { useNumberText } from "#platform/number-text.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { TestMessage } from "./test-message.tsx";
import type { StepProps } from "./who-step.tsx";

interface SamplePreviewProps extends Pick<StepProps, "draft" | "choices"> {
  samples: ResponseOf<typeof broadcastPlans.estimate>["samples"];
}

/** The messages of some recipients, one at a time. */
export function SamplePreview({ draft, choices, samples }: SamplePreviewProps) {
  const { t } = useTranslation("broadcastPlans");
  const number = useNumberText();
  const [at, setAt] = useState(0);
  const place = Math.min(at, samples.length - 1);
  const sample = samples[place];
  if (!sample) return null;
  const mail = choices.emailTemplates.find(({ recordID }) => recordID === draft.emailTemplateID);
  return (
    <section aria-label={t("samples")} className={layout.stack}>
      <div className={layout.row}>
        <Button
          size="small"
          icon={<LeftOutlined />}
          aria-label={t("previousSample")}
          disabled={place === 0}
          onClick={() => setAt(place - 1)}
        />
        <span>{t("samplePlace", { number: number(place + 1), total: number(samples.length) })}</span>
        <Button
          size="small"
          icon={<RightOutlined />}
          aria-label={t("nextSample")}
          disabled={place >= samples.length - 1}
          onClick={() => setAt(place + 1)}
        />
        <span className={laid("hint noMargin")}>
          {/* A number without a lead is shown as its own name. */}
          {sample.nickname === sample.phone
            ? sample.phone
            : t("sampleFor", { nickname: sample.nickname, phone: sample.phone })}
        </span>
      </div>
      {draft.kind === "email" && mail ? (
        <>
          <MailPreview content={emailContentOf(mail)} leadId={sample.leadId} />
          <TestButton draft={draft} mail={mail} />
        </>
      ) : (
        <>
          <p className={laid("written pad12x16 outlined round12 sunkenGround")}>{sample.text || t("notFilled")}</p>
          <TestMessage draft={draft} />
        </>
      )}
    </section>
  );
}

type MailTemplate = StepProps["choices"]["emailTemplates"][number];

function TestButton({ draft, mail }: Pick<StepProps, "draft"> & { mail: MailTemplate }) {
  const { t } = useTranslation("broadcastPlans");
  const { done, failed } = useFeedback();
  const [busy, setBusy] = useState(false);
  const handleClick = async () => {
    setBusy(true);
    await sendTestMail(emailContentOf(mail), draft.branchID ?? undefined).then(
      (receiver) => done(t("testSent", { receiver })),
      failed,
    );
    setBusy(false);
  };
  return (
    <span>
      <Button loading={busy} onClick={() => void handleClick()}>
        {t("sendTest")}
      </Button>
    </span>
  );
}
