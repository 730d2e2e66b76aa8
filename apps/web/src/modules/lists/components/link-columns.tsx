import type { UtmLink } from "@homeroom/contract/media";
import { useTranslation } from "react-i18next";
import type { Column } from "#ui/data-table/column.ts";
import { personColumn, timeColumn } from "#ui/data-table/usual-columns.tsx";

/** What the table says of a campaign link. */
export function useLinkColumns(): Column<UtmLink>[] {
  const { t } = useTranslation("utm");
  const plain = (key: "source" | "medium" | "term" | "content", width: number, hiddenAtFirst = false) => ({
    key,
    title: t(`fields.${key}`),
    width,
    hiddenAtFirst,
    render: (link: UtmLink) => link[key] || null,
  });
  return [
    {
      key: "campaign",
      title: t("fields.campaign"),
      width: 200,
      frozen: true,
      render: ({ campaign }) => <b title={campaign}>{campaign}</b>,
    },
    plain("source", 160),
    plain("medium", 150),
    plain("term", 130, true),
    plain("content", 130, true),
    {
      key: "link",
      title: t("link"),
      width: 360,
      grow: true,
      render: ({ link }) => <span title={link}>{link}</span>,
    },
    personColumn("creator", t("fields.creator"), { width: 130 }),
    timeColumn("createTime", t("fields.createTime"), { width: 130 }),
  ];
}
