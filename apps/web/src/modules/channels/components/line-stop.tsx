import { ExclamationCircleFilled } from "@ant-design/icons";
import type { ChannelId } from "@homeroom/contract/ids";
import type { LineChannel } from "@homeroom/contract/line";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useResumeLine } from "../api/line.ts";
import { lineStopKey } from "../rules/text-keys.ts";

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
        <p className={laid("above4 text12 leading20")}>{t(can("org:line:edit") ? "resume.hint" : "resume.byOthers")}</p>
      </div>
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
    </section>
  );
}
