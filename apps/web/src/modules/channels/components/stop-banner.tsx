import type { WhatsappChannel } from "@homeroom/contract/channels";
import { tokenStops } from "@homeroom/contract/failure-reasons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { useResumeChannel } from "../api/whatsapp.ts";
import { stopKey } from "../rules/text-keys.ts";
import { StopNotice } from "./stop-notice.tsx";

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
    <StopNotice
      label={t("status.stopped")}
      what={t(`stop.${why}.what`)}
      at={stopped.at}
      todo={t(`stop.${why}.todo`)}
      hint={t(can("org:whatsapp:edit") ? (needsToken ? "resume.tokenHint" : "resume.hint") : "resume.byOthers")}
    >
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
    </StopNotice>
  );
}
