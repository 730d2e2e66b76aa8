import { SyncOutlined } from "@ant-design/icons";
import type { CatalogueSync } from "@homeroom/contract/catalogue-sync";
import { Button, Modal, Popover } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { HeadAction } from "#ui/page/head-action.tsx";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useFailedItems, useStartSync, useSyncs } from "../api/sync.ts";
import styles from "./sync-button.module.css";

/** Syncs the Facebook catalogues, and shows progress and refusals. */
export function SyncButton() {
  const { t } = useTranslation("products");
  const { failed } = useFeedback();
  const start = useStartSync();
  const narrow = useNarrow(576);
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const syncs = useSyncs(true);
  const list = syncs?.list ?? [];
  const running = list.filter(({ state }) => state === "running");
  const begin = async (full: boolean) => {
    setBusy(true);
    await start(full).catch(failed);
    setBusy(false);
  };
  const [total, processed] = [sumOf(running, "total"), sumOf(running, "processed")];
  const label = running.length > 0 ? t("sync.progress", { done: processed, total }) : t("sync.title");
  const icon = <SyncOutlined spin={running.length > 0} />;
  const panel = (
    <div className={laid("gridBox gap12", narrow ? undefined : styles.panel)}>
      {syncs?.isSetUp === false && <p className={layout.small}>{t("sync.notSetUp")}</p>}
      {list.map((sync) => (
        <LastSync key={sync.taskID} sync={sync} />
      ))}
      {syncs?.isSetUp && (
        <div className={laid("line justifyEnd")}>
          <Button disabled={running.length > 0} loading={busy} onClick={() => void begin(true)}>
            {t("sync.full")}
          </Button>
          <Button type="primary" disabled={running.length > 0} loading={busy} onClick={() => void begin(false)}>
            {t("sync.start")}
          </Button>
        </div>
      )}
    </div>
  );
  // On a phone the button is an entry of the header's menu, which closes, so a popover would have no anchor.
  if (narrow)
    return (
      <>
        <HeadAction icon={icon} label={label} onClick={() => setOpen(true)} />
        <Modal title={t("sync.title")} open={isOpen} footer={null} onCancel={() => setOpen(false)}>
          {panel}
        </Modal>
      </>
    );
  return (
    <Popover trigger="click" placement="bottomRight" title={t("sync.title")} content={panel}>
      <Button icon={icon}>{label}</Button>
    </Popover>
  );
}

function sumOf(list: readonly CatalogueSync[], field: "total" | "processed"): number {
  return list.reduce((sum, sync) => sum + sync[field], 0);
}

const tones = { running: "primary", done: "success", failed: "danger" } as const;

function LastSync({ sync }: { sync: CatalogueSync }) {
  const { t } = useTranslation("products");
  const failed = useFailedItems(sync.taskID, sync.failedCount).data ?? [];
  const { state, listedCount, removedCount, failedCount, message, detail } = sync;
  const maxNamed = 10;
  return (
    <section className={layout.closeGrid}>
      <div className={laid("row justifyBetween")}>
        <StatusDot
          tone={state === "done" && failedCount > 0 ? "warning" : tones[state]}
          label={t(`sync.state.${state}`)}
        />
        <span className={laid("small noMargin")}>
          {sync.channel} · <RelativeTime value={sync.finishTime ?? sync.createTime} />
        </span>
      </div>
      <p>{t("sync.figures", { listed: listedCount, removed: removedCount, failed: failedCount })}</p>
      {message && <p className={layout.danger}>{message}</p>}
      {detail && <p className={layout.small}>{detail}</p>}
      {failed.length > 0 && (
        <ul className={laid("closeGrid breaking scrollY", styles.failed)}>
          {failed.slice(0, maxNamed).map((item) => (
            <li key={item.retailerID}>
              <b>{item.name}</b> {item.reason && t(`sync.reason.${item.reason}`)} {item.detail}
            </li>
          ))}
          {failed.length > maxNamed && <li>{t("sync.more", { count: failed.length - maxNamed })}</li>}
        </ul>
      )}
    </section>
  );
}
