import type { MetaPage, MetaSetting } from "@homeroom/contract/meta-settings";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { isConnectionLost } from "../rules.ts";
import styles from "./advertising.module.css";

interface MetaPageCardProps {
  page: MetaPage;
  setting: MetaSetting;
  onEdit: () => void;
}

/** A Meta page: whether its leads are collected, and their branch. */
export function MetaPageCard({ page, setting, onEdit }: MetaPageCardProps) {
  const { t } = useTranslation("advertising");
  const can = useCan();
  const { name, branch, status, problem, lastReceivedAt } = page;
  // A fault of a page shows only when its leads are fetched.
  const isLost = status === 1 && (problem === "reconnect" || isConnectionLost(setting.connection));
  const state = isLost ? "paused" : status === 1 ? "on" : "off";
  return (
    <article className={laid("card stack")} aria-label={name}>
      <header className={laid("middleWrap gap8x12", styles.head)}>
        <h3 className={laid("title breaking")}>{name}</h3>
        <StatusDot
          tone={problem || isLost ? "danger" : status === 1 ? "success" : "quiet"}
          label={problem && !isLost ? t(`problem.${problem}`) : t(`meta.pageState.${state}`)}
        />
        {can("org:meta:edit") && (
          <Button type={branch ? "default" : "primary"} onClick={onEdit}>
            {t(branch ? "change" : "setUp")}
          </Button>
        )}
      </header>
      <p className={layout.quiet}>
        {branch ? t("meta.leadsTo", { branch: branch.name }) : t("meta.noBranch")}
        {lastReceivedAt && (
          <>
            {" · "}
            {t("meta.lastReceived")} <RelativeTime inText value={lastReceivedAt} />
          </>
        )}
      </p>
      {isLost && <p>{t(setting.mayConnect ? "meta.lost" : "meta.lostAsk")}</p>}
    </article>
  );
}
