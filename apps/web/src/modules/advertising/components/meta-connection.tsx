import type { MetaConnectionState, MetaSetting } from "@homeroom/contract/meta-settings";
import { Alert } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { FactList } from "#ui/detail-page/detail-page.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { signInAddress, useMetaWrites } from "../api/meta.ts";
import styles from "./advertising.module.css";
import { ConnectButton, DisconnectButton, ReloadButton } from "./connection-buttons.tsx";

const tones: Readonly<Record<MetaConnectionState, Tone>> = {
  ok: "success",
  expiring: "warning",
  expired: "danger",
  refused: "danger",
};

/** Who connected the organisation with Meta, until when, and what is missing. */
export function MetaConnection({ setting }: { setting: MetaSetting }) {
  const { t } = useTranslation("advertising");
  const can = useCan();
  const { reload, disconnect } = useMetaWrites();
  const { connection, mayConnect } = setting;
  const state = connection?.state;
  return (
    <article className={laid("card stack")} aria-label={t("meta.connection")}>
      <header className={laid("middleWrap gap8x12", styles.head)}>
        <h2 className={laid("title breaking")}>{t("meta.connection")}</h2>
        <StatusDot tone={state ? tones[state] : "quiet"} label={t(`meta.state.${state ?? "none"}`)} />
        {connection && can("org:meta:test") && <ReloadButton reload={reload} said={t("meta.reloaded")} />}
        {mayConnect && (
          <ConnectButton
            label={t(connection ? "meta.again" : "meta.connect")}
            primary={state !== "ok"}
            signInAddress={signInAddress}
          />
        )}
      </header>
      {connection ? <Facts connection={connection} /> : <p className={layout.quiet}>{t("meta.none")}</p>}
      {state && state !== "ok" && (
        <Alert type={state === "expiring" ? "warning" : "error"} title={t(`meta.warning.${state}`)} showIcon />
      )}
      {connection && connection.missingScopes.length > 0 && (
        <Alert type="warning" title={t("meta.missing", { scopes: connection.missingScopes.join(", ") })} showIcon />
      )}
      {connection && mayConnect && (
        <DisconnectButton
          disconnect={disconnect}
          title={t("meta.disconnectTitle")}
          detail={t("meta.disconnectDetail")}
          said={t("meta.disconnected")}
        />
      )}
    </article>
  );
}

function Facts({ connection }: { connection: NonNullable<MetaSetting["connection"]> }) {
  const { t } = useTranslation("advertising");
  const { userName, connectedAt, expiresAt } = connection;
  return (
    <FactList
      facts={[
        { label: t("meta.user"), value: userName },
        { label: t("meta.connectedAt"), value: <RelativeTime value={connectedAt} /> },
        { label: t("meta.expiresAt"), value: expiresAt ? <RelativeTime value={expiresAt} /> : t("meta.noEnd") },
      ]}
    />
  );
}
