import type { PlanOrderRow, PlanPurchase } from "@homeroom/contract/billing";
import { Tabs } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ServiceTable } from "#modules/ad-services/public.ts";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { Unread } from "#ui/states/unread.tsx";
import { useAccount } from "../api/queries.ts";
import styles from "../components/billing.module.css";
import { BuyDrawer } from "../components/buy-drawer.tsx";
import { ExpenseTable } from "../components/expense-table.tsx";
import { OrderTable } from "../components/order-table.tsx";
import { BalanceCard, PlanCard } from "../components/plan-card.tsx";
import { PlanCompare } from "../components/plan-compare.tsx";
import { RenewalCard } from "../components/renewal-card.tsx";
import { UsesCard } from "../components/uses-card.tsx";

/** The organisation's own account: its plan and balance, what can be bought, and the records. The open tab is part of the address. */
export function Payment() {
  const { t } = useTranslation("billing");
  const can = useCan();
  const { search, change } = useAddress();
  const tabs = [
    { key: "overview", isShown: true },
    { key: "orders", isShown: can("bill:plan:query") },
    { key: "recharges", isShown: can("bill:recharge:query") },
    { key: "expenses", isShown: can("bill:expense:query") },
    { key: "services", isShown: can("bill:service:query") },
  ].filter(({ isShown }) => isShown);
  const tab = tabs.find(({ key }) => key === search.get("tab"))?.key ?? "overview";
  const open = (key: string) => change({ tab: key === "overview" ? null : key });
  return (
    <Page fill={tab !== "overview"}>
      <PageHeader title={t("title")} />
      {/* A narrow gap, so that all fit on a phone: the kit's button for hidden tabs is invalid inside a tab list. */}
      <Tabs
        tabBarGutter={12}
        activeKey={tab}
        items={tabs.map(({ key }) => ({ key, label: t(`tab.${key}`) }))}
        onChange={open}
      />
      {tab === "overview" && <Overview onOrdered={({ kind }) => open(kind === "recharge" ? "recharges" : "orders")} />}
      {(tab === "orders" || tab === "recharges") && <OrderTable key={tab} kind={tab} />}
      {tab === "expenses" && <ExpenseTable />}
      {tab === "services" && <ServiceTable />}
    </Page>
  );
}

function Overview({ onOrdered }: { onOrdered: (order: PlanOrderRow) => void }) {
  const { t } = useTranslation("billing");
  const { done } = useFeedback();
  const query = useAccount();
  const account = query.data;
  const can = useCan();
  const [purchase, setPurchase] = useState<PlanPurchase | null>(null);
  if (!account) return <Unread query={query} height={240} />;
  return (
    <>
      <div className={laid("grid", styles.cards)}>
        <PlanCard account={account} onBuy={setPurchase} />
        <BalanceCard account={account} onBuy={setPurchase} />
      </div>
      {can("bill:plan:query") && (
        <div className={layout.above16}>
          <RenewalCard />
        </div>
      )}
      <div className={layout.above16}>
        <UsesCard uses={account.uses} />
      </div>
      {can("bill:plan:query") && (
        <div className={layout.above16}>
          <PlanCompare canBuy={account.canBuy} onBuy={setPurchase} />
        </div>
      )}
      {purchase && (
        <BuyDrawer
          key={purchase.kind}
          purchase={purchase}
          currency={account.currency}
          uses={account.uses}
          onChange={setPurchase}
          onDone={(order) => {
            setPurchase(null);
            done(t("buy.ordered"));
            // Opens the payment page, if the browser allows it.
            if (order.payUrl) window.open(order.payUrl, "_blank", "noopener");
            onOrdered(order);
          }}
          onClose={() => setPurchase(null)}
        />
      )}
    </>
  );
}
