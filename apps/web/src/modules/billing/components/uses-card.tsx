import type { AccountInfo } from "@homeroom/contract/billing";
import { Progress } from "antd";
import { useTranslation } from "react-i18next";
import { DetailSection } from "#ui/detail-page/detail-page.tsx";
import { bytesText } from "../rules/bytes-text.ts";
import { shareOfLimit } from "../rules/limit-share.ts";
import styles from "./billing.module.css";

const things = ["storage", "images", "staff", "branches"] as const;
type Thing = (typeof things)[number];
const colours = { fine: "var(--color-primary)", near: "var(--warning)", full: "var(--danger)" };

/** How much of each limit of the plan is used, with a warning from 80 % on. */
export function UsesCard({ uses }: Pick<AccountInfo, "uses">) {
  const { t } = useTranslation("billing");
  return (
    <DetailSection title={t("uses.title")}>
      <ul className={styles.uses}>
        {things.map((thing) => (
          <UseBar key={thing} thing={thing} use={uses[thing]} />
        ))}
      </ul>
    </DetailSection>
  );
}

function UseBar({ thing, use }: { thing: Thing; use: AccountInfo["uses"][Thing] }) {
  const { t } = useTranslation("billing");
  const { percent, state } = shareOfLimit(use);
  const text = (value: number) => (thing === "storage" ? bytesText(value) : value.toLocaleString("en"));
  const words = t("uses.of", { used: text(use.used), limit: text(use.limit) });
  return (
    <li>
      <div className={styles.useHead}>
        <span>{t(`uses.${thing}`)}</span>
        <span className={styles.number}>{words}</span>
      </div>
      <Progress
        percent={percent}
        showInfo={false}
        size="small"
        strokeColor={colours[state]}
        aria-label={`${t(`uses.${thing}`)} ${words}`}
      />
      {state === "near" && <span className={styles.warning}>{t("uses.near")}</span>}
      {state === "full" && <span className={styles.full}>{t("uses.full")}</span>}
    </li>
  );
}
