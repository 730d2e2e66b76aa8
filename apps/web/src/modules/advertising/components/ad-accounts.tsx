import type { AdAccount } from "@homeroom/contract/campaigns";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import layout from "#ui/layout.module.css";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useAdAccounts } from "../api/ad-accounts.ts";
import { AdAccountEditor } from "./ad-account-form.tsx";
import styles from "./advertising.module.css";

/** The ad accounts that Meta names, and which of them are fetched. */
export function AdAccounts() {
  const { t } = useTranslation("advertising");
  const can = useCan();
  const { search, change } = useAddress();
  const { data: accounts } = useAdAccounts();
  if (!accounts) return null;
  const edited = accounts.find(({ recordID }) => recordID === search.get("account"));
  return (
    <section className={layout.stack} aria-label={t("accounts.title")}>
      <h2 className={`${layout.title} ${layout.breaking}`}>{t("accounts.title")}</h2>
      {accounts.length === 0 && <EmptyState title={t("accounts.none")} detail={t("accounts.noneDetail")} />}
      {accounts.map((account) => (
        <AdAccountCard
          key={account.recordID}
          account={account}
          onEdit={() => change({ account: account.recordID }, false)}
        />
      ))}
      {edited && can("org:meta:edit") && (
        <AdAccountEditor key={edited.recordID} account={edited} onClose={() => change({ account: null })} />
      )}
    </section>
  );
}

function AdAccountCard({ account, onEdit }: { account: AdAccount; onEdit: () => void }) {
  const { t } = useTranslation("advertising");
  const can = useCan();
  const { name, accountID, currency, branch, status, problem, isSyncing, syncedAt } = account;
  const isOn = status === 1;
  const label = isOn && problem ? t(`accounts.problem.${problem}`) : t(isOn ? "accounts.on" : "accounts.off");
  return (
    <article className={`${layout.card} ${layout.stack}`} aria-label={name}>
      <header className={`${layout.middleWrap} ${layout.gap8x12} ${styles.head}`}>
        <h3 className={`${layout.title} ${layout.breaking}`}>{name}</h3>
        <StatusDot tone={isOn ? (problem ? "danger" : "success") : "quiet"} label={label} />
        {can("org:meta:edit") && (
          <Button type={isOn ? "default" : "primary"} onClick={onEdit}>
            {t(isOn ? "change" : "setUp")}
          </Button>
        )}
      </header>
      <p className={layout.quiet}>
        {`${accountID} · ${currency} · ${branch ? branch.name : t("accounts.wholeOrganization")}`}
        {isSyncing && ` · ${t("accounts.syncing")}`}
        {!isSyncing && syncedAt && (
          <>
            {` · ${t("accounts.synced")} `}
            <RelativeTime value={syncedAt} />
          </>
        )}
      </p>
    </article>
  );
}
