import type { MetaSetting } from "@homeroom/contract/meta-settings";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { Unread } from "#ui/states/unread.tsx";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { useMetaLog, useMetaSetting, useMetaWrites } from "../api/meta.ts";
import { AdAccounts } from "../components/ad-accounts.tsx";
import { AdLeadLog } from "../components/ad-lead-log.tsx";
import styles from "../components/advertising.module.css";
import { Conversions } from "../components/conversions.tsx";
import { MetaConnection } from "../components/meta-connection.tsx";
import { MetaPageCard } from "../components/meta-page-card.tsx";
import { MetaPageEditor } from "../components/meta-page-form.tsx";

const parts = { code: null, state: null, error: null, error_reason: null, error_description: null, error_code: null };

/** Removes the sign-in result of Meta from the address at once, and connects with it. */
function useReturnFromMeta(): void {
  const { t } = useTranslation("advertising");
  const { search, change } = useAddress();
  const { done, failed } = useFeedback();
  const { connect } = useMetaWrites();
  const taken = useRef<string | null>(null);
  const [code, state, refused] = [search.get("code"), search.get("state"), search.get("error")];
  useEffect(() => {
    if (!state || taken.current === state) return;
    taken.current = state;
    change(parts);
    if (refused) failed(t("meta.cancelled"));
    else if (code) void connect({ code, state }).then(() => done(t("meta.connected")), failed);
  }, [code, state, refused, change, connect, done, failed, t]);
}

/** The organisation's connection with Meta, where the leads of its pages go, and what was sent. */
export function MetaSettingScreen() {
  const { t } = useTranslation("advertising");
  const query = useMetaSetting();
  const { data } = query;
  useReturnFromMeta();
  return (
    <Page>
      <PageHeader title={t("meta.title")} />
      {!data && <Unread query={query} height={180} />}
      {data && !data.available && !data.connection && (
        <EmptyState title={t("meta.notAvailable")} detail={t("meta.notAvailableDetail")} />
      )}
      {data && (data.available || data.connection) && <Setting setting={data} />}
      <WeCom />
    </Page>
  );
}

function WeCom() {
  const { t } = useTranslation("advertising");
  return (
    <article className={laid("card stack", styles.apart)} aria-label={t("wecom.title")}>
      <header className={laid("middleWrap gap8x12", styles.head)}>
        <h2 className={laid("title breaking")}>{t("wecom.title")}</h2>
        <StatusDot tone="quiet" label={t("wecom.later")} />
      </header>
    </article>
  );
}

function Setting({ setting }: { setting: MetaSetting }) {
  const { t } = useTranslation("advertising");
  const can = useCan();
  const { search, change } = useAddress();
  const edited = setting.pages.find(({ pageID }) => pageID === search.get("page"));
  return (
    <div className={layout.stack}>
      <MetaConnection setting={setting} />
      {setting.connection && (
        <section className={layout.stack} aria-label={t("meta.pages")}>
          <h2 className={laid("title breaking")}>{t("meta.pages")}</h2>
          {setting.pages.length === 0 && <EmptyState title={t("meta.noPages")} detail={t("meta.noPagesDetail")} />}
          {setting.pages.map((page) => (
            <MetaPageCard
              key={page.pageID}
              page={page}
              setting={setting}
              onEdit={() => change({ page: page.pageID }, false)}
            />
          ))}
        </section>
      )}
      {setting.connection && <AdAccounts platform="meta" connection={setting.connection} />}
      {setting.connection && <Log />}
      <Conversions />
      {edited && can("org:meta:edit") && (
        <MetaPageEditor key={edited.pageID} page={edited} onClose={() => change({ page: null })} />
      )}
    </div>
  );
}

function Log() {
  const can = useCan();
  const log = useMetaLog();
  const { retry } = useMetaWrites();
  return <AdLeadLog log={log} {...(can("org:meta:edit") && { onRetry: retry })} />;
}
