import { LinkOutlined } from "@ant-design/icons";
import type { KeyRow } from "@homeroom/contract/auto-login";
import { Skeleton as Bars, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PendingButton } from "#ui/choice/pending-button.tsx";
import { MoreButton } from "#ui/data-table/more-button.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useKeys, useRevokeKey } from "../api/keys.ts";
import { AddKey } from "./add-key.tsx";
import styles from "./rows.module.css";
import { Section } from "./section.tsx";

/** Links that sign a person in once: created by the owner, listed with their state. */
export function KeysSection() {
  const { t } = useTranslation("account");
  const list = useKeys();
  const { data, error, isPending, refetch } = list;
  const [adding, setAdding] = useState(false);
  const keys = data?.pages.flatMap((page) => page.list) ?? [];
  return (
    <Section
      title={t("keys.title")}
      detail={t("keys.detail")}
      actions={<Button onClick={() => setAdding(true)}>{t("keys.add")}</Button>}
    >
      {isPending && <Bars active title={false} paragraph={{ rows: 2 }} className={layout.above12 ?? ""} />}
      {error && !data && (
        <p className={layout.above12} role="alert">
          {error} <Button onClick={() => void refetch()}>{t("again")}</Button>
        </p>
      )}
      {data && keys.length === 0 && <p className={laid("quiet above12 lineAbove padTop12")}>{t("keys.none")}</p>}
      {keys.length > 0 && (
        <ul className={laid("noPadding unmarked", styles.rows)}>
          {keys.map((key) => (
            <Row key={key.recordID} row={key} />
          ))}
        </ul>
      )}
      <MoreButton list={list} label={t("keys.more")} />
      {adding && <AddKey onClose={() => setAdding(false)} />}
    </Section>
  );
}

const tones: Record<KeyRow["status"], Tone> = { open: "success", used: "primary", expired: "quiet", revoked: "quiet" };

function Row({ row }: { row: KeyRow }) {
  const { t } = useTranslation("account");
  const revoke = useRevokeKey();
  const { failed } = useFeedback();
  return (
    <li className={laid("middle gap12 pad12x0 lineAbove", styles.row)}>
      <span className={laid("centre quiet fixed sunkenGround round10", styles.icon)} aria-hidden>
        <LinkOutlined />
      </span>
      <div className={layout.grow}>
        <div className={laid("middleWrap strong breaking gap2x8")}>
          {row.account.nickname}
          <StatusDot tone={tones[row.status]} label={t(`keys.status.${row.status}`)} />
        </div>
        <div className={laid("small figures flexBox wrap", styles.facts)}>
          <span>
            {t("keys.madeBy", { name: row.creator.nickname })} <RelativeTime inText value={row.createTime} />
          </span>
          {row.status === "open" && (
            <span>
              {t("keys.until")} <RelativeTime inText value={row.expireTime} />
            </span>
          )}
          {row.usedTime && (
            <span>
              {t("keys.usedFrom", { address: row.usedAddress })} <RelativeTime inText value={row.usedTime} />
            </span>
          )}
        </div>
      </div>
      {row.status === "open" && (
        <PendingButton
          size="small"
          aria-label={t("keys.revokeNamed", { name: row.account.nickname })}
          run={() => revoke(row.recordID).catch(failed)}
        >
          {t("keys.revoke")}
        </PendingButton>
      )}
    </li>
  );
}
