import { DownloadOutlined, SyncOutlined } from "@ant-design/icons";
import { type AdAccount, type AdLevel, type AdRow, campaigns } from "@homeroom/contract/campaigns";
import { Alert, Button, Segmented, Select, Switch } from "antd";
import { useState } from "react";
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
import layout from "#ui/layout.module.css";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { type AdRequest, useAdAccounts, useAds, useAdWrites, useExportAds, usePageChoices } from "../api/ads.ts";
import { adRequest, readSort } from "../rules/ad-request.ts";
import { useAdCard, useAdColumns } from "./ad-columns.tsx";
import { filterKeys, useAdFilters } from "./ad-filters.ts";
import { AdSums } from "./ad-sums.tsx";

const addresses = { campaign: "/advert/campaign", adset: "/advert/adset", ad: "/advert/ad" } as const;
/** What stays when one goes from a level to another. */
const kept = ["date", "compare", "account", "branch", "shown"];

/** One level of Meta's advertising with its figures and what it brought; a row opens the level below. */
export function AdScreen({ level }: { level: AdLevel }) {
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
  const query = useAds(level, request);
  const list = listStateOf<AdRow>(query);
  const { accounts, isSyncing } = useAdAccounts();
  const { campaignID, adsetID } = request;
  const definitions = useAdFilters(level, { accounts, first: list.rows[0], campaignID, adsetID });
  const [bound, setBound] = useState<AdRow | null>(null);
  const unbind = useUnbind();
  const actions = { onBind: setBound, onUnbind: unbind };
  const columns = useAdColumns(level, actions);
  const card = useAdCard(actions);
  const open = useOpenBelow(level);

  return (
    <Page fill>
      <PageHeader
        title={t(`title.${level}`)}
        detail={<Detail request={request} total={list.total} accounts={accounts} />}
        actions={
          <>
            <LevelSwitch level={level} />
            <ExportButton level={level} request={request} />
            <SyncButton isSyncing={isSyncing} />
          </>
        }
      />
      <Problems accounts={accounts} />
      <AdSums sums={query.data?.pages[0]?.summary ?? []} />
      <DataTable
        id={`ads-${level}`}
        label={t(`title.${level}`)}
        columns={columns}
        rowKey={({ recordID }) => recordID}
        list={list}
        card={card}
        {...(open && { onOpen: open })}
        sort={sort}
        onSort={(next) => change({ sort: next ? `${next.descending ? "-" : ""}${next.key}` : null })}
        toolbar={
          <FilterBar
            id={`ads-${level}`}
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
          <Nothing accounts={accounts} isFiltered={Object.keys(filters.values).length > 0} onClear={filters.clear} />
        }
      />
      {bound && <BindForm key={bound.recordID} ad={bound} onClose={() => setBound(null)} />}
    </Page>
  );
}

/** Opens the level below with the same days; undefined for ads, below which is nothing. */
function useOpenBelow(level: AdLevel): ((row: AdRow) => void) | undefined {
  const navigate = useNavigate();
  const { search } = useAddress();
  if (level === "ad") return undefined;
  return ({ recordID }) => {
    const next = new URLSearchParams(kept.flatMap((key) => (search.has(key) ? [[key, search.get(key) ?? ""]] : [])));
    next.set(level, recordID);
    void navigate(`${level === "campaign" ? addresses.adset : addresses.ad}?${next}`);
  };
}

function LevelSwitch({ level }: { level: AdLevel }) {
  const { t } = useTranslation("campaigns");
  const navigate = useNavigate();
  return (
    <Segmented
      aria-label={t("level")}
      value={level}
      options={(["campaign", "adset", "ad"] as const).map((value) => ({ value, label: t(`fields.${value}`) }))}
      onChange={(value) => void navigate(addresses[value])}
    />
  );
}

function ExportButton({ level, request }: { level: AdLevel; request: AdRequest }) {
  const { t } = useTranslation("campaigns");
  const can = useCan();
  const { done, failed } = useFeedback();
  const exporting = useExportAds(level);
  if (!can("ad:campaign:export")) return null;
  const handleClick = () => exporting.mutate(request, { onSuccess: () => done(t("exported")), onError: failed });
  return (
    <Button icon={<DownloadOutlined />} loading={exporting.isPending} onClick={handleClick}>
      {t("export")}
    </Button>
  );
}

function SyncButton({ isSyncing }: { isSyncing: boolean }) {
  const { t } = useTranslation("campaigns");
  const can = useCan();
  const { done, failed } = useFeedback();
  const { sync } = useAdWrites();
  const [busy, setBusy] = useState(false);
  if (!can("ad:campaign:sync")) return null;
  const handleClick = () => {
    setBusy(true);
    void sync()
      .then(() => done(t("syncAsked")), failed)
      .finally(() => setBusy(false));
  };
  return (
    <Button icon={<SyncOutlined />} loading={busy || isSyncing} onClick={handleClick}>
      {t(isSyncing ? "syncing" : "sync")}
    </Button>
  );
}

function useUnbind() {
  const { t } = useTranslation("campaigns");
  const { confirm, done, failed } = useFeedback();
  const { unbind } = useAdWrites();
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

/** How many there are, in which days, and when that was fetched. */
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

/** Accounts whose figures do not come. */
function Problems({ accounts }: { accounts: readonly AdAccount[] | undefined }) {
  const { t } = useTranslation("campaigns");
  const can = useCan();
  return accounts?.flatMap(({ recordID, name, status, problem }) =>
    status === 1 && problem
      ? [
          <Alert
            key={recordID}
            type="warning"
            showIcon
            title={t(`problem.${problem}`, { name })}
            {...(can("org:meta:query") && { action: <Link to="/organization/facebook">{t("toSettings")}</Link> })}
          />,
        ]
      : [],
  );
}

interface NothingProps {
  accounts: readonly AdAccount[] | undefined;
  isFiltered: boolean;
  onClear: () => void;
}

function Nothing({ accounts, isFiltered, onClear }: NothingProps) {
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
  if (hasAccount) return <EmptyState title={t("none.title")} detail={t("none.detail")} />;
  return (
    <EmptyState
      title={t("noAccount.title")}
      detail={t("noAccount.detail")}
      action={can("org:meta:query") && <Link to="/organization/facebook">{t("toSettings")}</Link>}
    />
  );
}

/** Chooses the landing page whose leads count for an ad. */
function BindForm({ ad, onClose }: { ad: Pick<AdRow, "recordID" | "name">; onClose: () => void }) {
  const { t } = useTranslation("campaigns");
  const { done } = useFeedback();
  const { bind } = useAdWrites();
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
