import type { MetaConnectionState, MetaSetting } from "@homeroom/contract/meta-settings";
import { Alert, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { FactList } from "#ui/detail-page/detail-page.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { signInAddress, useMetaWrites } from "../api/meta.ts";
import styles from "./advertising.module.css";

const tones: Readonly<Record<MetaConnectionState, Tone>> = {
  ok: "success",
  expiring: "warning",
  expired: "danger",
  refused: "danger",
};

/** Who connected the organisation with Meta, until when, and what is missing. */
export function MetaConnection({ setting }: { setting: MetaSetting }) {
  const { t } = useTranslation("advertising");
  const { connection, mayConnect } = setting;
  const state = connection?.state;
  return (
    <article className={laid("card stack")} aria-label={t("meta.connection")}>
      <header className={laid("middleWrap gap8x12", styles.head)}>
        <h2 className={laid("title breaking")}>{t("meta.connection")}</h2>
        <StatusDot tone={state ? tones[state] : "quiet"} label={t(`meta.state.${state ?? "none"}`)} />
        {connection && <ReloadButton />}
        {mayConnect && <ConnectButton isNew={!connection || state !== "ok"} again={Boolean(connection)} />}
      </header>
      {connection ? <Facts connection={connection} /> : <p className={layout.quiet}>{t("meta.none")}</p>}
      {state && state !== "ok" && (
        <Alert type={state === "expiring" ? "warning" : "error"} title={t(`meta.warning.${state}`)} showIcon />
      )}
      {connection && connection.missingScopes.length > 0 && (
        <Alert type="warning" title={t("meta.missing", { scopes: connection.missingScopes.join(", ") })} showIcon />
      )}
      {connection && mayConnect && <DisconnectButton />}
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

/** Leads to Meta; the person comes back to this screen. */
function ConnectButton({ isNew, again }: { isNew: boolean; again: boolean }) {
  const { t } = useTranslation("advertising");
  const { failed } = useFeedback();
  const [busy, setBusy] = useState(false);
  const handleConnect = () => {
    setBusy(true);
    signInAddress().then(
      (address) => location.assign(address),
      (reason: unknown) => {
        failed(reason);
        setBusy(false);
      },
    );
  };
  return (
    <Button type={isNew ? "primary" : "default"} loading={busy} onClick={handleConnect}>
      {t(again ? "meta.again" : "meta.connect")}
    </Button>
  );
}

function ReloadButton() {
  const { t } = useTranslation("advertising");
  const can = useCan();
  const { done, failed } = useFeedback();
  const { reload } = useMetaWrites();
  const [busy, setBusy] = useState(false);
  if (!can("org:meta:test")) return null;
  const handleReload = () => {
    setBusy(true);
    void reload()
      .then(() => done(t("meta.reloaded")), failed)
      .finally(() => setBusy(false));
  };
  return (
    <Button loading={busy} onClick={handleReload}>
      {t("meta.reload")}
    </Button>
  );
}

function DisconnectButton() {
  const { t } = useTranslation("advertising");
  const { confirm, done, failed } = useFeedback();
  const { disconnect } = useMetaWrites();
  const handleDisconnect = async () => {
    const sure = await confirm({
      title: t("meta.disconnectTitle"),
      detail: t("meta.disconnectDetail"),
      verb: t("meta.disconnect"),
      danger: true,
    });
    if (!sure) return;
    await disconnect().then(() => done(t("meta.disconnected")), failed);
  };
  return (
    <div>
      <Button type="text" danger onClick={() => void handleDisconnect()}>
        {t("meta.disconnect")}
      </Button>
    </div>
  );
}
