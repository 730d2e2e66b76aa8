import { moneyText } from "@homeroom/contract/currencies";
import { leadRate, type PageRow } from "@homeroom/contract/landing-pages";
import { themeTexts } from "@homeroom/contract/page-design/choices";
import { useTranslation } from "react-i18next";
import { useNumberText } from "#platform/number-text.ts";
import { usePreference } from "#platform/preferences.ts";
import { type Column, columnMaker } from "#ui/data-table/column.ts";
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
  const column = columnMaker<PageRow>((key) => t(`fields.${key}`));
  return [
    nameColumn(t("fields.name"), { grow: true }),
    column("publishStatus", 200, ({ publishStatus, isSplit, stuckCount }) => (
      <>
        <PublishState status={publishStatus} />
        {stuckCount > 0 && (
          <TintTag color="red">{t("stuck.short", { number: number(stuckCount), count: stuckCount })}</TintTag>
        )}
        {isSplit && <TintTag color="blue">{t("split.short")}</TintTag>}
      </>
    )),
    column("urlName", 150, ({ urlName }) => urlName),
    column("viewCount", 90, (page) => number(page.viewCount), { align: "end" }),
    column("clickCount", 90, (page) => number(page.clickCount), { align: "end" }),
    column("leadCount", 90, (page) => number(page.leadCount), { align: "end" }),
    column("rate", 90, rateText, { align: "end" }),
    column("spend", 140, spendText, { align: "end" }),
    column("branch", 130, ({ branch }) => branch.name),
    column("category", 120, ({ category }) => category?.name ?? null),
    column("theme", 110, ({ theme }) => themeTexts[theme][language], { hiddenAtFirst: true }),
    column("buttonAction", 110, ({ buttonAction }) => t(`buttonActions.${buttonAction}`), { hiddenAtFirst: true }),
    timeColumn("publishTime", t("fields.publishTime"), { hiddenAtFirst: true }),
    personColumn("updater", t("fields.updater"), { hiddenAtFirst: true }),
    timeColumn("updateTime", t("fields.updateTime")),
    column("actions", 72, (page) => <PageMenu page={page} actions={actions} />),
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
