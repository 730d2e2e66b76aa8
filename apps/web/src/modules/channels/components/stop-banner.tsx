import { ExclamationCircleFilled } from "@ant-design/icons";
import type { WhatsappChannel } from "@homeroom/contract/channels";
import { tokenStops } from "@homeroom/contract/failure-reasons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
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
      className={laid("flexBox wrap alignStart gap12 pad12x16 round8 dangerTint")}
      aria-label={t("status.stopped")}
    >
      <ExclamationCircleFilled className={laid("danger text16 leading22")} aria-hidden />
      <div className={laid("narrowable basis200")}>
        <p className={laid("danger strong")}>
          {t(`stop.${why}.what`)}
          <span className={laid("before8 text12 regular")}>
            <RelativeTime value={stopped.at} />
          </span>
        </p>
        <p>{t(`stop.${why}.todo`)}</p>
        <p className={laid("above4 text12 leading20")}>
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
