import { moneyText } from "@homeroom/contract/currencies";
import { leadRate, type PageRow } from "@homeroom/contract/landing-pages";
import { themeTexts } from "@homeroom/contract/page-design/choices";
import { useTranslation } from "react-i18next";
import { useNumberText } from "#platform/number-text.ts";
import { usePreference } from "#platform/preferences.ts";
import type { Column } from "#ui/data-table/column.ts";
import type { RowCard } from "#ui/data-table/data-table-props.ts";
import { nameColumn, personColumn, timeColumn } from "#ui/data-table/usual-columns.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { PageMenu } from "./page-menu.tsx";
import { PublishState } from "./publish-state.tsx";
import type { PageActions } from "./use-page-actions.ts";

const rateText = (page: PageRow) => {
  const rate = leadRate(page);
  return rate === null ? null : `${(rate * 100).toFixed(1)}%`;
};

const spendText = ({ spend }: PageRow) =>
  spend.map(({ amount, currency }) => moneyText(amount, currency)).join(", ") || null;

/** The columns of the landing pages. */
export function usePageColumns(actions: PageActions): Column<PageRow>[] {
  const { t } = useTranslation("landingPages");
  const [language] = usePreference("language");
  const number = useNumberText();
  return [
    nameColumn(t("fields.name"), { grow: true }),
    {
      key: "publishStatus",
      title: t("fields.publishStatus"),
      width: 200,
      render: ({ publishStatus, isSplit, stuckCount }) => (
        <>
          <PublishState status={publishStatus} />
          {stuckCount > 0 && (
            <TintTag color="red">{t("stuck.short", { number: number(stuckCount), count: stuckCount })}</TintTag>
          )}
          {isSplit && <TintTag color="blue">{t("split.short")}</TintTag>}
        </>
      ),
    },
    { key: "urlName", title: t("fields.urlName"), width: 150, render: ({ urlName }) => urlName },
    {
      key: "viewCount",
      title: t("fields.viewCount"),
      width: 90,
      align: "end",
      render: (page) => number(page.viewCount),
    },
    {
      key: "clickCount",
      title: t("fields.clickCount"),
      width: 90,
      align: "end",
      render: (page) => number(page.clickCount),
    },
    {
      key: "leadCount",
      title: t("fields.leadCount"),
      width: 90,
      align: "end",
      render: (page) => number(page.leadCount),
    },
    { key: "rate", title: t("fields.rate"), width: 90, align: "end", render: rateText },
    { key: "spend", title: t("fields.spend"), width: 140, align: "end", render: spendText },
    { key: "branch", title: t("fields.branch"), width: 130, render: ({ branch }) => branch.name },
    { key: "category", title: t("fields.category"), width: 120, render: ({ category }) => category?.name ?? null },
    {
      key: "theme",
      title: t("fields.theme"),
      width: 110,
      hiddenAtFirst: true,
      render: ({ theme }) => themeTexts[theme][language],
    },
    {
      key: "buttonAction",
      title: t("fields.buttonAction"),
      width: 110,
      hiddenAtFirst: true,
      render: ({ buttonAction }) => t(`buttonActions.${buttonAction}`),
    },
    timeColumn("publishTime", t("fields.publishTime"), { hiddenAtFirst: true }),
    personColumn("updater", t("fields.updater"), { hiddenAtFirst: true }),
    timeColumn("updateTime", t("fields.updateTime")),
    {
      key: "actions",
      title: t("fields.actions"),
      width: 72,
      render: (page) => <PageMenu page={page} actions={actions} />,
    },
  ];
}

/** The columns of a page shown on a phone. */
export function usePageCard(actions: PageActions): (page: PageRow) => RowCard {
  const { t } = useTranslation("landingPages");
  const number = useNumberText();
  return (page) => ({
    title: page.name,
    aside: <PublishState status={page.publishStatus} />,
    facts: [
      t("clicks", { number: number(page.clickCount), count: page.clickCount }),
      t("leads", { number: number(page.leadCount), count: page.leadCount }),
      page.stuckCount > 0 && t("stuck.short", { number: number(page.stuckCount), count: page.stuckCount }),
      page.branch.name,
    ],
    corner: <PageMenu page={page} actions={actions} />,
  });
}
