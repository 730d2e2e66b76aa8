import type { VolcengineSetting, VolcengineState } from "@homeroom/contract/volcengine";
import { Alert, Drawer } from "antd";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { FactList } from "#ui/detail-page/detail-page.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { Unread } from "#ui/states/unread.tsx";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useVolcengineSetting, useVolcengineWrites, volcengineSignInAddress } from "../api/volcengine.ts";
import { AdAccounts } from "./ad-accounts.tsx";
import styles from "./advertising.module.css";
import { ConnectButton, DisconnectButton, ReloadButton } from "./connection-buttons.tsx";

const tones: Readonly<Record<VolcengineState, Tone>> = { ok: "success", expired: "danger", refused: "danger" };

/** Removes the sign-in result of Volcengine from the address at once, and connects with it. */
function useReturnFromVolcengine(): void {
  const { t } = useTranslation("advertising");
  const { search, change } = useAddress();
  const { done, failed } = useFeedback();
  const { connect } = useVolcengineWrites();
  const taken = useRef<string | null>(null);
  const [code, state] = [search.get("auth_code"), search.get("state")];
  useEffect(() => {
    if (!state || taken.current === state) return;
    taken.current = state;
    change({ auth_code: null, state: null, error: null, scope: null, uid: null, settings: "1" });
    if (code) void connect({ code, state }).then(() => done(t("volcengine.connected")), failed);
    else failed(t("volcengine.cancelled"));
  }, [code, state, change, connect, done, failed, t]);
}

/** The organisation's connection with Volcengine, and which of its advertisers are fetched. */
export function VolcengineSettings({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("advertising");
  const query = useVolcengineSetting();
  const { data } = query;
  useReturnFromVolcengine();
  return (
    <Drawer open title={t("volcengine.title")} size={560} onClose={onClose}>
      {!data && <Unread query={query} />}
      {data && !data.available && !data.connection && (
        <EmptyState title={t("volcengine.notAvailable")} detail={t("volcengine.notAvailableDetail")} />
      )}
      {data && (data.available || data.connection) && (
        <div className={layout.stack}>
          <Connection setting={data} />
          {data.connection && <AdAccounts platform="volcengine" connection={data.connection} />}
        </div>
      )}
    </Drawer>
  );
}

function Connection({ setting: { connection, mayConnect } }: { setting: VolcengineSetting }) {
  const { t } = useTranslation("advertising");
  const can = useCan();
  const { reload, disconnect } = useVolcengineWrites();
  const state = connection?.state;
  return (
    <article className={laid("card stack")} aria-label={t("volcengine.connection")}>
      <header className={laid("middleWrap gap8x12", styles.head)}>
        <h2 className={laid("title breaking")}>{t("volcengine.connection")}</h2>
        <StatusDot tone={state ? tones[state] : "quiet"} label={t(`volcengine.state.${state ?? "none"}`)} />
        {connection && can("ad:volcengine:sync") && <ReloadButton reload={reload} said={t("volcengine.reloaded")} />}
        {mayConnect && (
          <ConnectButton
            label={t(connection ? "meta.again" : "volcengine.connect")}
            primary={state !== "ok"}
            signInAddress={volcengineSignInAddress}
          />
        )}
      </header>
      {!connection && <p className={layout.quiet}>{t("volcengine.none")}</p>}
      {connection && (
        <FactList
          facts={[
            { label: t("meta.connectedAt"), value: <RelativeTime value={connection.connectedAt} /> },
            { label: t("meta.expiresAt"), value: <RelativeTime value={connection.expiresAt} /> },
          ]}
        />
      )}
      {state && state !== "ok" && <Alert type="error" title={t(`volcengine.warning.${state}`)} showIcon />}
      {connection && mayConnect && (
        <DisconnectButton
          disconnect={disconnect}
          title={t("volcengine.disconnectTitle")}
          detail={t("volcengine.disconnectDetail")}
          said={t("volcengine.disconnected")}
        />
      )}
    </article>
  );
}
