import { type NoticeRow, noticeLevels, noticeTypes, publishStates } from "@homeroom/contract/notices";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type Column, columnMaker } from "#ui/data-table/column.ts";
import type { FilterDefinition } from "#ui/filter-bar/filters.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import type { RowCard } from "../../../ui/data-table/data-table-props.ts";
import { NoticeTags, PublishState } from "./notice-parts.tsx";

/** The columns of the notices' list. */
export function useNoticeColumns(): Column<NoticeRow>[] {
  const { t } = useTranslation("notices");
  const column = columnMaker<NoticeRow>((key) => t(`fields.${key}`));
  return [
    column("title", 260, (notice) => <b className={laid("medium ellipsis clip")}>{notice.title}</b>, {
      frozen: true,
      grow: true,
    }),
    column("publishStatus", 110, (notice) => <PublishState state={notice.publishStatus} />),
    column("type", 170, (notice) => (
      <span className={laid("inlineFlex gap6")}>
        <NoticeTags type={notice.type} level={notice.level} />
      </span>
    )),
    column("targetType", 120, (notice) => t(`target.${notice.targetType}`)),
    column("readers", 110, (notice) => <ReadCount notice={notice} />, { align: "end" }),
    column("publisher", 140, (notice) => notice.publisherName || null),
    column("publishTime", 140, (notice) => <RelativeTime value={notice.publishTime} />),
    column("creator", 140, (notice) => notice.creator, { hiddenAtFirst: true }),
    column("createTime", 140, (notice) => <RelativeTime value={notice.createTime} />, { hiddenAtFirst: true }),
  ];
}

/** How many recipients have read it; nothing before it is published. */
function ReadCount({ notice }: { notice: NoticeRow }) {
  if (notice.publishStatus !== publishStates.published) return null;
  return (
    <span className={layout.figures}>
      {notice.readCount} / {notice.targetCount}
    </span>
  );
}

/** A notice on a phone: whether it is published, its recipients, and since when. */
export function useNoticeCard(): (notice: NoticeRow) => RowCard {
  const { t } = useTranslation("notices");
  return (notice) => ({
    title: notice.title,
    aside: <RelativeTime value={notice.publishTime ?? notice.createTime} />,
    facts: [
      <PublishState key="state" state={notice.publishStatus} />,
      t(`target.${notice.targetType}`),
      notice.publishStatus === publishStates.published && <ReadCount key="read" notice={notice} />,
    ],
  });
}

/** The filters of the notices' list. */
export function useNoticeFilters(): FilterDefinition[] {
  const { t } = useTranslation("notices");
  return useMemo(
    () => [
      {
        key: "publishStatus",
        label: t("fields.publishStatus"),
        kind: "many",
        pinned: true,
        options: Object.entries(publishStates).map(([name, value]) => ({
          value: String(value),
          label: t(`state.${name}`),
        })),
      },
      {
        key: "type",
        label: t("fields.type"),
        kind: "many",
        pinned: true,
        options: noticeTypes.map((value) => ({ value, label: t(`type.${value}`) })),
      },
      {
        key: "level",
        label: t("fields.level"),
        kind: "many",
        options: noticeLevels.map((value) => ({ value, label: t(`level.${value}`) })),
      },
    ],
    [t],
  );
}
