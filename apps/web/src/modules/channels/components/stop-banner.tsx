import { ExclamationCircleFilled } from "@ant-design/icons";
import type { WhatsappChannel } from "@homeroom/contract/channels";
import { tokenStops } from "@homeroom/contract/failure-reasons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import layout from "#ui/layout.module.css";
import { useAddress } from "#ui/page/use-address.ts";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useResumeChannel } from "../api/whatsapp.ts";
import { stopKey } from "../rules/text-keys.ts";

interface StopBannerProps {
  channel: WhatsappChannel;
  stopped: NonNullable<WhatsappChannel["stopped"]>;
}

/** Says why a channel sends nothing more and what to do about it. */
export function StopBanner({ channel, stopped }: StopBannerProps) {
  const { t } = useTranslation("channels");
  const can = useCan();
  const { done, failed } = useFeedback();
  const resume = useResumeChannel();
  const why = stopKey(stopped.reason);
  const needsToken = tokenStops.some((one) => one === stopped.reason);
  const { change } = useAddress();

  const handleResume = () =>
    resume.mutate(channel.recordID, {
      onSuccess: () => done(t("resume.done", { name: channel.name })),
      onError: failed,
    });

  return (
    <section
      className={`${layout.flexBox} ${layout.wrap} ${layout.alignStart} ${layout.gap12} ${layout.pad12x16} ${layout.round8} ${layout.dangerTint}`}
      aria-label={t("status.stopped")}
    >
      <ExclamationCircleFilled className={`${layout.danger} ${layout.text16} ${layout.leading22}`} aria-hidden />
      <div className={`${layout.narrowable} ${layout.basis200}`}>
        <p className={`${layout.danger} ${layout.strong}`}>
          {t(`stop.${why}.what`)}
          <span className={`${layout.before8} ${layout.text12} ${layout.regular}`}>
            <RelativeTime value={stopped.at} />
          </span>
        </p>
        <p>{t(`stop.${why}.todo`)}</p>
        <p className={`${layout.above4} ${layout.text12} ${layout.leading20}`}>
          {t(can("org:whatsapp:edit") ? (needsToken ? "resume.tokenHint" : "resume.hint") : "resume.byOthers")}
        </p>
      </div>
      {can("org:whatsapp:edit") && needsToken && (
        <Button type="primary" onClick={() => change({ channel: channel.recordID, new: null })}>
          {t("form.newToken")}
        </Button>
      )}
      {can("org:whatsapp:edit") && !needsToken && (
        <Button type="primary" loading={resume.isPending} onClick={handleResume}>
          {t("resume.verb")}
        </Button>
      )}
    </section>
  );
}
