import { RobotOutlined } from "@ant-design/icons";
import type { ConversationRow } from "@homeroom/contract/chat";
import type { ConversationId } from "@homeroom/contract/ids";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { Avatar } from "#ui/avatar/avatar.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { SwipeGround } from "#ui/swipe/swipe-ground.tsx";
import { useSwipe } from "#ui/swipe/use-swipe.ts";
import { happeningOf } from "../../rules/message-details.ts";
import { Ticks } from "../message/ticks.tsx";
import { useStateActions } from "../states/state-actions.ts";
import { ChannelBadge } from "./channel-badge.tsx";
import styles from "./conversation-rows.module.css";
import { TimeRing } from "./time-ring.tsx";

interface ConversationItemProps {
  id: string;
  row: ConversationRow;
  index: number;
  top: number;
  /** The length of the list; -1 while there is more to load. */
  count: number;
  open: boolean;
  active: boolean;
  onOpen: (id: ConversationId) => void;
}

/** One conversation of the list. */
export const ConversationItem = memo(function ConversationItem(props: ConversationItemProps) {
  const { t } = useTranslation("inbox");
  const { id, row, index, top, count, open, active, onOpen } = props;
  const can = useCan();
  const actions = useStateActions();
  const mayMove = actions !== null && can("chat:message:label");
  const { onPointerDown, ...swipe } = useSwipe(
    { right: mayMove && row.state === "open", left: mayMove && row.state !== "closed" },
    (side) => (side === "right" ? actions?.finish(row) : actions?.postpone(row)),
  );
  return (
    <div
      id={id}
      role="option"
      aria-selected={open}
      aria-posinset={index + 1}
      aria-setsize={count}
      tabIndex={-1}
      className={laid("gridBox alignCentre pad0x12 absolute pointer sinkable", styles.row)}
      style={{ top }}
      data-active={active || undefined}
      data-unread={row.unreadCount > 0 || row.waitingSince !== null || undefined}
      onPointerDown={onPointerDown}
      onClick={() => onOpen(row.conversationId)}
    >
      <span className={styles.avatar}>
        <Avatar name={row.nickname} picture={row.avatar} size={40} badge={<ChannelBadge kind={row.channel.kind} />} />
      </span>
      <span className={laid("row narrowable")}>
        <span className={laid("cut flex1", styles.name)} title={row.nickname}>
          {row.nickname}
        </span>
        <TimeRing row={row} />
      </span>
      <span className={laid("row narrowable")}>
        {row.assistantNote && (
          <span
            className={laid("warning fixed pad0x6 warningTint text12 leading20 round10")}
            data-kind={row.assistantNote.kind}
          >
            <RobotOutlined aria-hidden /> {t(`assistant.mark.${row.assistantNote.kind}`)}
          </span>
        )}
        <LastMessage row={row} />
        {row.unreadCount > 0 && (
          <span
            className={laid("figures fixed pad0x6 filled text12 round10 white leading20 textCentre", styles.unread)}
            aria-label={t("list.unread", { count: row.unreadCount })}
          >
            {row.unreadCount > 99 ? "99+" : row.unreadCount}
          </span>
        )}
        {row.unreadCount === 0 && row.waitingSince !== null && (
          <span
            className={laid("fixed circle", styles.unanswered)}
            role="img"
            aria-label={t("list.unanswered")}
            title={t("list.unanswered")}
          />
        )}
      </span>
      <SwipeGround {...swipe} words={{ right: t("states.close"), left: t("states.preset.tomorrow") }} />
    </div>
  );
});

function LastMessage({ row }: { row: ConversationRow }) {
  const { t } = useTranslation("inbox");
  const last = row.lastMessage;
  if (!last) return <span className={laid("middle grow quiet gap4 text13 leading20", styles.last)} />;
  const says =
    last.kind === "text" || last.kind === "button" || last.kind === "interactive" || last.kind === "template";
  const happened = happeningOf(last.happened);
  const label = last.revoked ? t("message.revoked") : happened ? t(`system.${happened}`) : t(`kind.${last.kind}`);
  const text = says || last.kind === "system" ? last.text || label : [label, last.text].filter(Boolean).join(" · ");
  return (
    <span className={laid("middle grow quiet gap4 text13 leading20", styles.last)}>
      {row.backFromSnooze && (
        <span className={laid("cut warning narrowable pad0x6 round4 warningTint text12", styles.back)}>
          {t("list.back")}
        </span>
      )}
      {last.direction === "out" && <Ticks state={last.state} />}
      <span className={layout.cut}>{text}</span>
    </span>
  );
}
