import { type AdLevel, type AdRow, type AdStatus, uncountedFigures } from "@homeroom/contract/campaigns";
import { moneyText } from "@homeroom/contract/currencies";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useNumberText } from "#platform/number-text.ts";
import type { Column } from "#ui/data-table/column.ts";
import type { RowCard } from "#ui/data-table/data-table-props.ts";
import { nameColumn } from "#ui/data-table/usual-columns.tsx";
import { laid } from "#ui/laid.ts";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { type FigureName, figureKinds, figureNames, figureText } from "../rules/figure-text.ts";
import type { AdPlatform } from "../rules/platforms.ts";
import { Growth } from "./growth.tsx";

const tones: Readonly<Record<AdStatus, Tone>> = { ACTIVE: "success", PAUSED: "warning", ARCHIVED: "quiet" };

/** The default columns. */
const usual = new Set<FigureName>([
  "spend",
  "impressions",
  "reach",
  "clicks",
  "results",
  "ctr",
  "cpc",
  "leads",
  "leadRate",
  "costPerLead",
  "deals",
  "costPerDeal",
]);

/** As their headings need, with the sort icon. */
const widths: Partial<Record<FigureName, number>> = { reach: 180, ctr: 160, roas: 170 };

export interface AdActions {
  platform: AdPlatform;
  onBind: (row: AdRow) => void;
  onUnbind: (row: AdRow) => void;
}

/** The columns of a level. */
export function useAdColumns(level: AdLevel, actions: AdActions): Column<AdRow>[] {
  const { t } = useTranslation("campaigns");
  const number = useNumberText();
  const seesSales = useCan()("sale:order:query");
  const uncounted = uncountedFigures[actions.platform.name];
  const isShown = (name: FigureName) => (seesSales || name !== "roas") && !uncounted.includes(name);
  const hasAdsets = actions.platform.levels.includes("adset");
  const named = (key: "campaign" | "adset"): Column<AdRow> => ({
    key,
    title: t(`levels.${actions.platform.name}.${key}`),
    width: 160,
    hiddenAtFirst: level === "ad" && hasAdsets && key === "campaign",
    render: (row) => row[key]?.name ?? null,
  });
  const figure = (name: FigureName): Column<AdRow> => ({
    key: name,
    title: t(`fields.${name}`),
    width: widths[name] ?? (figureKinds[name] === "money" ? 180 : 130),
    align: "end",
    sortable: true,
    hiddenAtFirst: !usual.has(name),
    render: (row) => (
      <span className={laid("figures inlineFlex alignBaseline gap6")}>
        {figureText(name, row[name], { currency: row.currency, number })}
        <Growth name={name} now={row[name]} before={row.before?.[name]} />
      </span>
    ),
  });
  return [
    nameColumn(t("fields.name"), { sortable: true }),
    { key: "status", title: t("fields.status"), width: 110, render: ({ status }) => <AdState status={status} /> },
    ...(level === "campaign" ? [] : [named("campaign")]),
    ...(level === "ad" && hasAdsets ? [named("adset")] : []),
    pageColumn(t("fields.landingPage"), level === "ad" ? actions : null),
    ...figureNames.filter((name) => isShown(name)).map(figure),
    ...(seesSales ? [revenueColumn(t("fields.revenue"))] : []),
    {
      key: "account",
      title: t("fields.account"),
      width: 160,
      hiddenAtFirst: true,
      render: ({ account }) => account.name,
    },
    {
      key: "itemID",
      title: t(`itemID.${actions.platform.name}`),
      width: 170,
      hiddenAtFirst: true,
      render: ({ itemID }) => itemID,
    },
  ];
}

function revenueColumn(title: string): Column<AdRow> {
  return {
    key: "revenue",
    title,
    width: 140,
    align: "end",
    render: ({ revenue }) => revenue?.map(({ currency, amount }) => moneyText(amount, currency)).join(" · ") || null,
  };
}

/** With `actions`, pages are bound and unbound in the column. */
function pageColumn(title: string, actions: AdActions | null): Column<AdRow> {
  return {
    key: "landingPage",
    title,
    width: 200,
    render: (row) => (actions ? <BoundPage row={row} {...actions} /> : <PagesOfAds row={row} />),
  };
}

/** The first page by name, and how many there are besides. */
function PagesOfAds({ row: { landingPages } }: { row: AdRow }) {
  const [first, ...others] = landingPages.map(({ name }) => name);
  if (!first) return null;
  return <span title={[first, ...others].join("\n")}>{others.length > 0 ? `${first} +${others.length}` : first}</span>;
}

/** The columns of an item shown on a phone. */
export function useAdCard(actions: AdActions): (row: AdRow) => RowCard {
  const { t } = useTranslation("campaigns");
  const number = useNumberText();
  return (row) => ({
    title: row.name,
    aside: moneyText(row.spend, row.currency),
    facts: [
      <AdState key="status" status={row.status} />,
      t("cardFacts", { leads: number(row.leads), deals: number(row.deals), clicks: number(row.clicks) }),
      row.costPerLead === null ? null : `${t("fields.costPerLead")} ${moneyText(row.costPerLead, row.currency)}`,
    ],
    ...(row.level === "ad" && { actions: <BoundPage row={row} {...actions} /> }),
  });
}

function AdState({ status }: { status: AdStatus }) {
  const { t } = useTranslation("campaigns");
  return <StatusDot tone={tones[status]} label={t(`status.${status}`)} />;
}

function BoundPage({ row, platform, onBind, onUnbind }: { row: AdRow } & AdActions) {
  const { t } = useTranslation("campaigns");
  const can = useCan();
  const { landingPage: page } = row;
  return (
    <span data-own-click className={laid("figures inlineFlex alignBaseline gap6")}>
      {page?.name}
      {page && !page.isOnline && (
        <span title={t("pageOfflineDetail")}>
          <StatusDot tone="danger" label={t("pageOffline")} />
        </span>
      )}
      {page && can(platform.may.unbind) && (
        <Button size="small" type="text" aria-label={t("unbindOf", { name: row.name })} onClick={() => onUnbind(row)}>
          {t("unbind")}
        </Button>
      )}
      {!page && can(platform.may.bind) && can("ad:landing:query") && (
        <Button size="small" aria-label={t("bindOf", { name: row.name })} onClick={() => onBind(row)}>
          {t("bind")}
        </Button>
      )}
    </span>
  );
}
