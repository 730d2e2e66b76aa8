import { DownloadOutlined, SyncOutlined } from "@ant-design/icons";
import { type AdAccount, type AdLevel, type AdRow, campaigns } from "@homeroom/contract/campaigns";
import { Alert, Button, Segmented, Select, Switch } from "antd";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { useCan } from "#platform/access.ts";
import { useDateView, useNow } from "#platform/date-view.ts";
import { dayKey } from "#platform/dates.ts";
import { useNumberText } from "#platform/number-text.ts";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { listStateOf } from "#ui/data-table/list-state.ts";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { FilterBar } from "#ui/filter-bar/filter-bar.tsx";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { HeadAction } from "#ui/page/head-action.tsx";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { Unread, type UnreadQuery } from "#ui/states/unread.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { type AdRequest, useAdAccounts, useAds, useAdWrites, useExportAds, usePageChoices } from "../api/ads.ts";
import { adRequest, readSort } from "../rules/ad-request.ts";
import type { AdPlatform } from "../rules/platforms.ts";
import { useAdCard, useAdColumns } from "./ad-columns.tsx";
import { filterKeys, useAdFilters } from "./ad-filters.ts";
import { AdSums } from "./ad-sums.tsx";

/** The filters that stay when the level changes. */
const kept = ["date", "compare", "account", "branch", "shown"];

interface Props {
  platform: AdPlatform;
  level: AdLevel;
  /** Shown after the other buttons. */
  extra?: ReactNode;
}

/** One level of a platform's advertising with its figures and results; a row opens the level below. */
export function AdScreen({ platform, level, extra }: Props) {
  const { t } = useTranslation("campaigns");
  const filters = useUrlFilters(filterKeys);
  const { search, change } = useAddress();
  const today = dayKey(useNow(), useDateView().zone);
  const sort = readSort(search.get("sort"));
  const compare = search.get("compare") === "1";
  const request: AdRequest = {
    ...adRequest(filters.values, filters.keywords, today),
    ...(compare && { compare }),
    ...(sort && { sortBy: sort.key, sortOrder: sort.descending ? "desc" : "asc" }),
  };
  const query = useAds(platform, level, request);
  const list = listStateOf<AdRow>(query);
  const { query: unread, accounts, isSyncing } = useAdAccounts(platform);
  const { campaignID, adsetID } = request;
  const definitions = useAdFilters({ platform, level }, { accounts, first: list.rows[0], campaignID, adsetID });
  const [bound, setBound] = useState<AdRow | null>(null);
  const unbind = useUnbind(platform);
  const actions = { platform, onBind: setBound, onUnbind: unbind };
  const columns = useAdColumns(level, actions);
  const card = useAdCard(actions);
  const open = useOpenBelow(platform, level);

  return (
    <Page fill>
      <PageHeader
        title={t(`title.${platform.name}.${level}`)}
        detail={<Detail request={request} total={list.total} accounts={accounts} />}
        switcher={<LevelSwitch platform={platform} level={level} />}
        actions={
          <>
            <ExportButton platform={platform} level={level} request={request} />
            <SyncButton platform={platform} isSyncing={isSyncing} />
            {extra}
          </>
        }
      />
      <Problems platform={platform} accounts={accounts} />
      <AdSums sums={query.data?.pages[0]?.summary ?? []} />
      <DataTable
        id={tableId(platform, level)}
        label={t(`title.${platform.name}.${level}`)}
        columns={columns}
        list={list}
        card={card}
        {...(open && { onOpen: open })}
        sort={sort}
        onSort={(next) => change({ sort: next ? `${next.descending ? "-" : ""}${next.key}` : null })}
        toolbar={
          <FilterBar
            id={tableId(platform, level)}
            filters={filters}
            definitions={definitions}
            searchPlaceholder={t("search")}
            extra={
              <span className={layout.inlineRow}>
                <Switch
                  size="small"
                  checked={compare}
                  aria-label={t("compare")}
                  onChange={(on) => change({ compare: on ? "1" : null })}
                />
                <span aria-hidden>{t("compare")}</span>
              </span>
            }
          />
        }
        empty={
          <Nothing
            platform={platform}
            accounts={accounts}
            unread={unread}
            isFiltered={Object.keys(filters.values).length > 0}
            onClear={filters.clear}
          />
        }
      />
      {bound && <BindForm key={bound.recordID} platform={platform} ad={bound} onClose={() => setBound(null)} />}
    </Page>
  );
}

/** Meta's lists have ids without the platform, under which people's settings are stored. */
function tableId({ name }: AdPlatform, level: AdLevel): string {
  return name === "meta" ? `ads-${level}` : `ads-${name}-${level}`;
}

/** Opens the level below with the same days; undefined for ads, which have no level below. */
function useOpenBelow(platform: AdPlatform, level: AdLevel): ((row: AdRow) => void) | undefined {
  const navigate = useNavigate();
  const { search } = useAddress();
  const below = platform.levels[platform.levels.indexOf(level) + 1];
  const address = below && platform.addresses[below];
  if (!address) return undefined;
  return ({ recordID }) => void navigate(addressOf(address, [...keptOf(search), [level, recordID]]));
}

/** The part of a level's query that is kept for another level. */
function keptOf(search: URLSearchParams): [string, string][] {
  return [...search].filter(([key]) => kept.includes(key));
}

/** The address of a level with a longer query. */
function addressOf(address: string, more: readonly [string, string][]): string {
  const [path = "", query] = address.split("?");
  const search = new URLSearchParams([...new URLSearchParams(query), ...more]).toString();
  return search ? `${path}?${search}` : path;
}

function LevelSwitch({ platform, level }: { platform: AdPlatform; level: AdLevel }) {
  const { t } = useTranslation("campaigns");
  const navigate = useNavigate();
  const { search } = useAddress();
  return (
    <Segmented
      aria-label={t("level")}
      value={level}
      options={platform.levels.map((value) => ({ value, label: t(`levels.${platform.name}.${value}`) }))}
      onChange={(value) => void navigate(addressOf(platform.addresses[value] ?? "", keptOf(search)))}
    />
  );
}

function ExportButton({ platform, level, request }: { platform: AdPlatform; level: AdLevel; request: AdRequest }) {
  const { t } = useTranslation("campaigns");
  const can = useCan();
  const { done, failed } = useFeedback();
  const exporting = useExportAds(platform, level);
  if (!can(platform.may.export)) return null;
  const handleClick = () => exporting.mutate(request, { onSuccess: () => done(t("exported")), onError: failed });
  return (
    <HeadAction icon={<DownloadOutlined />} label={t("export")} busy={exporting.isPending} onClick={handleClick} />
  );
}

function SyncButton({ platform, isSyncing }: { platform: AdPlatform; isSyncing: boolean }) {
  const { t } = useTranslation("campaigns");
  const can = useCan();
  const { done, failed } = useFeedback();
  const { sync } = useAdWrites(platform);
  const [busy, setBusy] = useState(false);
  if (!can(platform.may.sync)) return null;
  const handleClick = () => {
    setBusy(true);
    void sync()
      .then(() => done(t("syncAsked")), failed)
      .finally(() => setBusy(false));
  };
  const label = t(isSyncing ? "syncing" : "sync");
  return <HeadAction icon={<SyncOutlined />} label={label} busy={busy || isSyncing} onClick={handleClick} />;
}

function useUnbind(platform: AdPlatform) {
  const { t } = useTranslation("campaigns");
  const { confirm, done, failed } = useFeedback();
  const { unbind } = useAdWrites(platform);
  return (row: AdRow) => {
    const ask = async () => {
      const name = row.landingPage?.name ?? "";
      const sure = await confirm({ title: t("unbindTitle", { name }), detail: t("unbindDetail"), verb: t("unbind") });
      if (sure) await unbind(row.recordID).then(() => done(t("unbound")), failed);
    };
    void ask();
  };
}

interface DetailProps {
  request: AdRequest;
  total: number | undefined;
  accounts: readonly AdAccount[] | undefined;
}

/** The number of items, the days, and when the figures were fetched. */
function Detail({ request, total, accounts }: DetailProps) {
  const { t } = useTranslation("campaigns");
  const number = useNumberText();
  const synced = accounts
    ?.flatMap(({ status, syncedAt }) => (status === 1 && syncedAt ? [syncedAt] : []))
    .toSorted()
    .at(0);
  return (
    <>
      {total !== undefined && `${t("count", { number: number(total), count: total })} · `}
      {`${request.startTime} – ${request.endTime}`}
      {synced && (
        <>
          {` · ${t("synced")} `}
          <RelativeTime value={synced} />
        </>
      )}
    </>
  );
}

/** Accounts whose figures cannot be fetched. */
function Problems({ platform, accounts }: { platform: AdPlatform; accounts: readonly AdAccount[] | undefined }) {
  const { t } = useTranslation("campaigns");
  const can = useCan();
  const wrong = accounts?.filter(({ status, problem }) => status === 1 && problem) ?? [];
  if (wrong.length === 0) return null;
  return (
    <div className={laid("closeStack below12")}>
      {wrong.map(({ recordID, name, problem }) => (
        <Alert
          key={recordID}
          type="warning"
          showIcon
          // The link goes on the text: beside it, a phone has no room for both.
          title={
            <>
              {t(`problem.${platform.name}.${problem ?? "failed"}`, { name })}{" "}
              {can(platform.may.set) && <Link to={platform.settings}>{t(`toSettings.${platform.name}`)}</Link>}
            </>
          }
        />
      ))}
    </div>
  );
}

interface NothingProps {
  platform: AdPlatform;
  accounts: readonly AdAccount[] | undefined;
  /** The query of the accounts, while they are not known. */
  unread: UnreadQuery;
  isFiltered: boolean;
  onClear: () => void;
}

function Nothing({ platform, accounts, unread, isFiltered, onClear }: NothingProps) {
  const { t } = useTranslation("campaigns");
  const can = useCan();
  const hasAccount = accounts?.some(({ status }) => status === 1);
  if (isFiltered) {
    return (
      <EmptyState
        title={t("noMatch.title")}
        detail={t("noMatch.detail")}
        action={<Button onClick={onClear}>{t("noMatch.clear")}</Button>}
      />
    );
  }
  if (!accounts) return <Unread query={unread} />;
  if (hasAccount) return <EmptyState title={t("none.title")} detail={t(`none.detail.${platform.name}`)} />;
  return (
    <EmptyState
      title={t("noAccount.title")}
      detail={t(`noAccount.detail.${platform.name}`)}
      action={can(platform.may.set) && <Link to={platform.settings}>{t(`toSettings.${platform.name}`)}</Link>}
    />
  );
}

/** Chooses the landing page whose leads count for an ad. */
function BindForm({
  platform,
  ad,
  onClose,
}: {
  platform: AdPlatform;
  ad: Pick<AdRow, "recordID" | "name">;
  onClose: () => void;
}) {
  const { t } = useTranslation("campaigns");
  const { done } = useFeedback();
  const { bind } = useAdWrites(platform);
  const [words, setWords] = useState("");
  const pages = usePageChoices(words);
  return (
    <DrawerForm
      open
      title={t("bindTitle", { name: ad.name })}
      schema={campaigns.bind.request}
      initialValues={{ level: "ad", recordID: ad.recordID }}
      onSubmit={bind}
      onDone={() => {
        done(t("bound"));
        onClose();
      }}
      onClose={onClose}
    >
      <FormField name="landingPageID" label={t("fields.landingPage")} hint={t("bindHint")}>
        <Select
          showSearch={{ filterOption: false, onSearch: setWords }}
          options={pages ?? []}
          notFoundContent={t("noPages")}
        />
      </FormField>
    </DrawerForm>
  );
}
