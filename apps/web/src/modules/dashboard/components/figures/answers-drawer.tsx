import { quickAnswerMinutes } from "@homeroom/contract/dashboard";
import { Drawer, Segmented } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useDateView } from "#platform/date-view.ts";
import { minuteText } from "#platform/dates.ts";
import { MoreButton } from "#ui/data-table/more-button.tsx";
import { laid } from "#ui/laid.ts";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useAnswers } from "../../api/dashboard.ts";
import type { FigureFrame } from "../../rules/figure-links.ts";
import styles from "./figures.module.css";
import { useFigureText } from "./use-figure-text.ts";

interface AnswersDrawerProps {
  frame: FigureFrame;
  /** Waits are counted in office hours. */
  inOfficeHours: boolean;
  onClose: () => void;
}

const speeds = { all: undefined, quick: true, slow: false } as const;
type Speed = keyof typeof speeds;

/** The answers behind the reply time; each opens its message in the conversation. */
export function AnswersDrawer({ frame: { range, choice }, inOfficeHours, onClose }: AnswersDrawerProps) {
  const { t } = useTranslation("dashboard");
  const { number } = useFigureText();
  const narrow = useNarrow(768);
  const [speed, setSpeed] = useState<Speed>("all");
  const { branchID, salesID } = choice;
  const quick = speeds[speed];
  const title = [t("figures.reply"), ...(inOfficeHours ? [t("figures.waitHours.office")] : [])].join(" · ");
  const found = useAnswers({
    ...range,
    inOfficeHours,
    ...(branchID && { branchID }),
    ...(salesID && { salesID }),
    ...(quick !== undefined && { quick }),
  });
  const rows = found.data?.pages.flatMap(({ list }) => list) ?? [];
  const [first] = found.data?.pages ?? [];
  const options = (Object.keys(speeds) as Speed[]).map((value) => ({
    value,
    label: t(`figures.speed.${value}`, { minutes: quickAnswerMinutes }),
  }));
  return (
    <Drawer open title={title} size={narrow ? "100%" : 560} onClose={onClose} destroyOnHidden>
      <div className={laid("middleWrap gap12 below12")}>
        <Segmented<Speed> value={speed} options={options} onChange={setSpeed} />
        {first && (
          <span className={laid("inlineMiddle hint figures gap4", styles.change)}>
            {t("figures.answerCount", { number: number(first.total) })}
          </span>
        )}
      </div>
      {found.isError && !found.data && <ErrorState message={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton width="100%" height={240} />}
      <Answers rows={rows} inOfficeHours={inOfficeHours} />
      <MoreButton list={found} label={t("figures.more")} />
    </Drawer>
  );
}

type Rows = NonNullable<ReturnType<typeof useAnswers>["data"]>["pages"][number]["list"];

function Answers({ rows, inOfficeHours }: { rows: Rows; inOfficeHours: boolean }) {
  const { t } = useTranslation("dashboard");
  const { duration } = useFigureText();
  const view = useDateView();
  const waitText = (minutes: number) => (minutes < 1 ? t("figures.atOnce") : duration(minutes));
  return (
    <ul className={laid("noPadding unmarked")}>
      {rows.map(({ messageId, leadId, nickname, answeredBy, answeredAt, minutes, officeMinutes }) => (
        <li key={messageId}>
          <Link
            to={`/chat/whatsapp?${new URLSearchParams({ lead: leadId, message: messageId })}`}
            className={laid("lineBelow gridBox pad8 inheritColour gap0x8 hoverable", styles.answer)}
          >
            <b>{nickname || t("figures.gone")}</b>
            <span className={laid("figures", styles.count)}>{waitText(inOfficeHours ? officeMinutes : minutes)}</span>
            <span className={laid("inlineMiddle hint figures gap4", styles.change)}>
              {answeredBy?.nickname ?? t("figures.byPhone")}
            </span>
            <time className={laid("inlineMiddle hint figures gap4", styles.change)} dateTime={answeredAt}>
              {minuteText(answeredAt, view)}
            </time>
          </Link>
        </li>
      ))}
    </ul>
  );
}
