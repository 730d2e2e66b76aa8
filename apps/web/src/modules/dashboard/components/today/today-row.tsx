import type { TodayItem } from "@homeroom/contract/today";
import { Button } from "antd";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { useDateView, useNow } from "#platform/date-view.ts";
import { lengthOf, minuteText } from "#platform/dates.ts";
import { phoneText } from "#platform/phone.ts";
import { Avatar } from "#ui/avatar/avatar.tsx";
import { laid } from "#ui/laid.ts";
import { SwipeGround } from "#ui/swipe/swipe-ground.tsx";
import { useSwipe } from "#ui/swipe/use-swipe.ts";
import { useRelativeText } from "#ui/time/use-relative-text.ts";
import { actionKeys, isToAnswer, type TodayAction } from "../../rules/today-actions.ts";
import styles from "./today.module.css";

interface TodayRowProps {
  item: TodayItem;
  isActive: boolean;
  /** The offered actions, separated by spaces: "later done". */
  actions: string;
  onOpen: (item: TodayItem) => void;
  onAct: (item: TodayItem, action: TodayAction) => void;
}

/** One customer: the reason, the time, and the quick actions. */
export const TodayRow = memo(function TodayRow({ item, isActive, actions, onOpen, onAct }: TodayRowProps) {
  const { t } = useTranslation("dashboard");
  const detail = [item.text, ...item.also.map((reason) => t(`today.reason.${reason}`))].filter(Boolean).join(" · ");
  const offered = actions.split(" ") as TodayAction[];
  const offers = (action: TodayAction) => (offered.includes(action) ? action : undefined);
  const sides = { right: offers("done"), left: offers("later") };
  const { onPointerDown, ...swipe } = useSwipe(sides, (side) => {
    const action = sides[side];
    if (action) onAct(item, action);
  });
  return (
    <li
      className={laid("middle gap12 ruled sinkable relative", styles.row)}
      onPointerDown={onPointerDown}
      data-lead={item.leadId}
      data-active={isActive || undefined}
    >
      <button
        type="button"
        className={laid("middle bare grow gap12 textColour textStart innerFocus", styles.open)}
        aria-current={isActive || undefined}
        onClick={() => onOpen(item)}
      >
        <Avatar name={item.nickname} picture={item.avatar} size={36} />
        <span className={laid("column grow")}>
          <span className={laid("row narrowable")}>
            <span className={laid("cut strong")}>{item.nickname}</span>
            <span className={laid("hint fixed pad0x8 sunkenGround round10", styles.reason)} data-reason={item.reason}>
              {t(`today.reason.${item.reason}`)}
            </span>
            <Moment item={item} />
          </span>
          <span className={laid("cut quiet text13 leading20")}>
            {detail || phoneText("", item.phone) || item.status?.name}
          </span>
        </span>
      </button>
      <span className={laid("fixed flexBox gap6", styles.actions)}>
        {actions !== "" &&
          offered.map((action) => (
            <Button
              key={action}
              size="small"
              title={`${t(`today.do.${action}`)} (${actionKeys[action]})`}
              onClick={() => onAct(item, action)}
            >
              {t(`today.do.${action}`)}
            </Button>
          ))}
        <Button size="small" type={isToAnswer(item) ? "primary" : "default"} onClick={() => onOpen(item)}>
          {t(isToAnswer(item) ? "today.do.answer" : "today.do.open")}
        </Button>
      </span>
      <SwipeGround {...swipe} words={{ right: t("today.do.done"), left: t("today.do.later") }} />
    </li>
  );
});

/** The deadline, the start, or the day; the exact time is shown on hover. */
function Moment({ item: { reason, until, since, day } }: { item: TodayItem }) {
  const { t } = useTranslation("dashboard");
  const view = useDateView();
  const now = useNow();
  const relative = useRelativeText();
  const length = (milliseconds: number) => {
    const { unit, count } = lengthOf(milliseconds);
    return t(`today.length.${unit}`, { count });
  };
  if (day) return <span className={laid("small figures fixed")}>{day}</span>;
  if (until)
    return (
      <time className={laid("small figures fixed")} dateTime={until} title={minuteText(until, view)}>
        {t("today.closes", { length: length(new Date(until).getTime() - now.getTime()) })}
      </time>
    );
  if (!since) return null;
  const waited =
    reason === "waiting" && t("today.waited", { length: length(now.getTime() - new Date(since).getTime()) });
  return (
    <time className={laid("small figures fixed")} dateTime={since} title={minuteText(since, view)}>
      {waited || relative(since)}
    </time>
  );
}
