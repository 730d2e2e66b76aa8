import { MoreOutlined } from "@ant-design/icons";
import type { LeadRow } from "@homeroom/contract/leads";
import { Dropdown } from "antd";
import type { KeyboardEvent, PointerEvent } from "react";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateText } from "#platform/dates.ts";
import { Avatar } from "#ui/avatar/avatar.tsx";
import type { CellProblem } from "#ui/data-table/cell-editing.ts";
import { CellProblemMark } from "#ui/data-table/cell-problem-mark.tsx";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { laid } from "#ui/laid.ts";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import type { BoardColumnHead } from "../../api/board-moves.ts";
import { useOverdue } from "../lead-columns.tsx";
import { LeadTags } from "../lead-parts.tsx";
import styles from "./board.module.css";

interface BoardCardProps {
  lead: LeadRow;
  index: number;
  top: number;
  height: number;
  inTabOrder: boolean;
  isOpen: boolean;
  isDragged: boolean;
  problem: CellProblem | undefined;
  others: readonly BoardColumnHead[];
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onBlur: () => void;
  onOpen: () => void;
  onDrag: ((event: PointerEvent) => void) | undefined;
  onMove: (key: string) => void;
}

/** A lead on the board: name, owner, and next contact. The whole card opens it. */
export function BoardCard({ lead, index, top, height, others, problem, ...props }: BoardCardProps) {
  const { t } = useTranslation("leads");
  return (
    <li
      className={laid("column justifyBetween pad10x12 outlined round8 surface absolute top0", styles.card)}
      data-open={props.isOpen || undefined}
      data-dragged={props.isDragged || undefined}
      data-problem={problem && true}
      style={{ transform: `translateY(${top}px)`, height }}
      onPointerDown={props.onDrag}
    >
      <button
        type="button"
        className={laid("bare absolute noPadding round8", styles.open)}
        data-card={index}
        tabIndex={props.inTabOrder ? 0 : -1}
        aria-label={lead.nickname}
        {...(props.onDrag && { "aria-description": t("board.hint") })}
        onFocus={props.onFocus}
        onKeyDown={props.onKeyDown}
        onBlur={props.onBlur}
        onClick={props.onOpen}
      />
      <span className={laid("row narrowable relative minHeight22 untouchable", styles.line)}>
        <Avatar name={lead.nickname} picture={lead.avatar} size={24} />
        <b className={laid("cut grow strong")}>{lead.nickname}</b>
        {problem && <CellProblemMark problem={problem} />}
        {others.length > 0 && (
          <Dropdown
            trigger={["click"]}
            menu={{
              items: [
                {
                  key: "to",
                  type: "group",
                  label: t("board.moveTo"),
                  children: others.map(({ key, name }) => ({ key, label: name })),
                },
              ],
              onClick: ({ key }) => props.onMove(key),
            }}
          >
            <SmallIconButton
              className={styles.more ?? ""}
              icon={<MoreOutlined />}
              tabIndex={props.inTabOrder ? 0 : -1}
              label={t("board.moveCard", { name: lead.nickname })}
              onPointerDown={(event) => event.stopPropagation()}
            />
          </Dropdown>
        )}
      </span>
      <span className={laid("row narrowable relative minHeight22 untouchable", styles.line)}>
        {lead.tag.length > 0 ? (
          <LeadTags tags={lead.tag} short />
        ) : (
          <span className={laid("small cut")}>{lead.result?.name ?? lead.channel?.name}</span>
        )}
      </span>
      <span className={laid("row narrowable relative minHeight22 untouchable", styles.line)}>
        <span className={laid("small cut grow")}>{lead.sales?.nickname ?? t("board.unheld")}</span>
        <CardDate lead={lead} />
      </span>
    </li>
  );
}

/** The next contact; without one, the last contact, or the lead date. */
function CardDate({ lead }: { lead: LeadRow }) {
  const { t } = useTranslation("leads");
  const view = useDateView();
  const isOverdue = useOverdue()(lead);
  const { nextContactDate: next, lastContactDate: last, createTime } = lead;
  return (
    <span className={laid("small cut figures fixed", styles.when)} data-overdue={(next && isOverdue) || undefined}>
      {t(next ? "board.next" : last ? "board.last" : "board.made")}{" "}
      {next ? <time dateTime={next}>{dateText(next, view)}</time> : <RelativeTime inText value={last ?? createTime} />}
    </span>
  );
}
