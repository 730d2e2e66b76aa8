import type { ChannelId } from "@homeroom/contract/ids";
import type { LineChannel } from "@homeroom/contract/line";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useResumeLine } from "../api/line.ts";
import { lineStopKey } from "../rules/text-keys.ts";
import { StopNotice } from "./stop-notice.tsx";

interface LineStopProps {
  channel: LineChannel & { recordID: ChannelId };
  stopped: NonNullable<LineChannel["stopped"]>;
}

/** Says why a LINE account sends nothing more and what to do about it. */
export function LineStop({ channel, stopped }: LineStopProps) {
  const { t } = useTranslation("line");
  const can = useCan();
  const { done, failed } = useFeedback();
  const resume = useResumeLine();
  const why = lineStopKey(stopped.reason);
  return (
    <StopNotice
      label={t("status.stopped")}
      what={t(`stop.${why}.what`)}
      at={stopped.at}
      todo={t(`stop.${why}.todo`)}
      hint={t(can("org:line:edit") ? "resume.hint" : "resume.byOthers")}
    >
      {can("org:line:edit") && (
        <Button
          type="primary"
          loading={resume.isPending}
          onClick={() =>
            resume.mutate(channel.recordID, {
              onSuccess: () => done(t("resume.done", { name: channel.name })),
              onError: failed,
            })
          }
        >
          {t("resume.verb")}
        </Button>
      )}
    </StopNotice>
  );
}
