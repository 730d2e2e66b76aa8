import type { MetaPage } from "@homeroom/contract/meta-settings";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import styles from "./advertising.module.css";

/** A page of Meta's: whether its leads are taken, and where they go. */
export function MetaPageCard({ page, onEdit }: { page: MetaPage; onEdit: () => void }) {
  const { t } = useTranslation("advertising");
  const can = useCan();
  const { name, branch, status, problem, lastReceivedAt } = page;
  const state = status === 1 ? "on" : "off";
  return (
    <article className={laid("card stack")} aria-label={name}>
      <header className={laid("middleWrap gap8x12", styles.head)}>
        <h3 className={laid("title breaking")}>{name}</h3>
        <StatusDot
          tone={problem ? "danger" : status === 1 ? "success" : "quiet"}
          label={problem ? t(`problem.${problem}`) : t(`meta.pageState.${state}`)}
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
    </article>
  );
}
