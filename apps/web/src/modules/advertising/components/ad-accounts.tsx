import type { AdAccount, AdPlatformName } from "@homeroom/contract/campaigns";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { Unread } from "#ui/states/unread.tsx";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useAdAccounts } from "../api/ad-accounts.ts";
import { isConnectionLost } from "../rules.ts";
import { AdAccountEditor } from "./ad-account-form.tsx";
import styles from "./advertising.module.css";

const mayEdit = { meta: "org:meta:edit", volcengine: "ad:volcengine:edit" } as const;

interface AdAccountsProps {
  platform: AdPlatformName;
  connection: { state: string };
}

/** The ad accounts that a platform lists, and which of them are fetched. */
export function AdAccounts({ platform, connection }: AdAccountsProps) {
  const { t } = useTranslation("advertising");
  const can = useCan();
  const { search, change } = useAddress();
  const query = useAdAccounts(platform);
  const accounts = query.data;
  const edited = accounts?.find(({ recordID }) => recordID === search.get("account"));
  return (
    <section className={layout.stack} aria-label={t("accounts.title")}>
      <h2 className={laid("title breaking")}>{t("accounts.title")}</h2>
      {!accounts && <Unread query={query} />}
      {accounts?.length === 0 && (
        <EmptyState title={t("accounts.none")} detail={t(`accounts.noneDetail.${platform}`)} />
      )}
      {accounts?.map((account) => (
        <AdAccountCard
          key={account.recordID}
          platform={platform}
          // A fault of an account shows only when its figures are fetched.
          account={isConnectionLost(connection) ? { ...account, problem: "reconnect" } : account}
          onEdit={() => change({ account: account.recordID }, false)}
        />
      ))}
      {edited && can(mayEdit[platform]) && (
        <AdAccountEditor
          key={edited.recordID}
          platform={platform}
          account={edited}
          onClose={() => change({ account: null })}
        />
      )}
    </section>
  );
}

interface CardProps {
  platform: AdPlatformName;
  account: AdAccount;
  onEdit: () => void;
}

function AdAccountCard({ platform, account, onEdit }: CardProps) {
  const { t } = useTranslation("advertising");
  const can = useCan();
  const { name, accountID, currency, branch, status, problem, isSyncing, syncedAt } = account;
  const isOn = status === 1;
  const label =
    isOn && problem ? t(`accounts.problem.${platform}.${problem}`) : t(isOn ? "accounts.on" : "accounts.off");
  return (
    <article className={laid("card stack")} aria-label={name}>
      <header className={laid("middleWrap gap8x12", styles.head)}>
        <h3 className={laid("title breaking")}>{name}</h3>
        <StatusDot tone={isOn ? (problem ? "danger" : "success") : "quiet"} label={label} />
        {can(mayEdit[platform]) && (
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
