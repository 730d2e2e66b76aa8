import { type ProofRow, type ProofState, proofStates } from "@homeroom/contract/transfer-proofs";
import { Segmented } from "antd";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useNumberText } from "#platform/number-text.ts";
import { listStateOf } from "#ui/data-table/list-state.ts";
import { MoreButton } from "#ui/data-table/more-button.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useTransfers } from "../api/transfers.ts";
import { OrderPanel } from "../components/order-panel.tsx";
import { SalesSwitch } from "../components/sales-switch.tsx";
import { TransferCard } from "../components/transfers/transfer-card.tsx";
import styles from "../components/transfers/transfer-desk.module.css";
import { TransferRow } from "../components/transfers/transfer-row.tsx";
import { useLiveOrders } from "../realtime.ts";

/** The transfer proofs of customers: which order each pays, and whether it was booked before. */
export function TransferDesk() {
  const { t } = useTranslation("orders");
  const numberText = useNumberText();
  useLiveOrders();
  const { search, change } = useAddress();
  const state: ProofState = proofStates.find((one) => one === search.get("state")) ?? "waiting";
  const query = useTransfers({ state });
  const { rows, total } = listStateOf(query);
  const narrow = useNarrow(900);
  const asked = search.get("transfer");
  const found = rows.find(({ recordID }) => recordID === asked);
  const isSought = useSought(query, asked !== null && !found);
  const chosen = found ?? (narrow || isSought ? undefined : rows[0]);
  const open = search.get("order");
  const handleDone = () => {
    const at = rows.findIndex(({ recordID }) => recordID === chosen?.recordID);
    change({ transfer: rows[at + 1]?.recordID ?? null }, true);
  };
  return (
    <Page fill>
      <PageHeader
        title={t("transfers.title")}
        detail={total !== undefined && t("transfers.count", { number: numberText(total), count: total })}
        switcher={<SalesSwitch view="transfers" />}
      />
      <Segmented
        className={laid("selfStart below12")}
        aria-label={t("transfers.states")}
        value={state}
        options={proofStates.map((value) => ({ value, label: t(`transfers.state.${value}`) }))}
        onChange={(value) => change({ state: value === "waiting" ? null : value, transfer: null })}
      />
      {query.error && rows.length === 0 ? (
        <ErrorState message={String(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <div className={laid("grid fill", styles.desk)} data-one={narrow || undefined}>
          {!(narrow && chosen) && <Queue state={state} rows={rows} query={query} chosen={chosen} />}
          {isSought && !narrow && <Skeleton height={320} />}
          {chosen && (
            <TransferCard
              key={`${chosen.recordID} ${chosen.version}`}
              proof={chosen}
              onDone={handleDone}
              onBack={narrow ? () => change({ transfer: null }) : undefined}
            />
          )}
        </div>
      )}
      {open && <OrderPanel key={open} orderID={open} onClose={() => change({ order: null }, true)} />}
    </Page>
  );
}

/** Loads further pages to find a picture named in the address; returns whether it may still be found. */
function useSought(query: ReturnType<typeof useTransfers>, isMissing: boolean): boolean {
  const { isPending, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const isSought = isMissing && (isPending || (hasNextPage && !isFetchNextPageError));
  const wantsMore = isSought && hasNextPage && !isFetching;
  useEffect(() => {
    if (wantsMore) void fetchNextPage();
  }, [wantsMore, fetchNextPage]);
  return isSought;
}

interface QueueProps {
  state: ProofState;
  rows: readonly ProofRow[];
  query: ReturnType<typeof useTransfers>;
  chosen: ProofRow | undefined;
}

function Queue({ state, rows, query, chosen }: QueueProps) {
  const { t } = useTranslation("orders");
  const { change } = useAddress();
  if (query.isPending) return <Skeleton height={72} />;
  if (rows.length === 0)
    return (
      <div className={layout.spanAll}>
        <EmptyState
          title={t(`transfers.none.${state}`)}
          {...(state === "waiting" && { detail: t("transfers.hint") })}
        />
      </div>
    );
  return (
    <ul className={laid("frame bareList scrollY")} aria-label={t(`transfers.state.${state}`)}>
      {rows.map((proof) => (
        <TransferRow
          key={proof.recordID}
          proof={proof}
          isChosen={proof.recordID === chosen?.recordID}
          onChoose={() => change({ transfer: proof.recordID })}
        />
      ))}
      {query.hasNextPage && (
        <li className={laid("pad12 textCentre")}>
          <MoreButton list={query} label={t("transfers.more")} />
        </li>
      )}
    </ul>
  );
}
