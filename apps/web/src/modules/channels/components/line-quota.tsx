import type { ChannelId } from "@homeroom/contract/ids";
import type { LineQuota } from "@homeroom/contract/line";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useLineQuota } from "../api/line.ts";
import { quotaTone } from "../rules/text-keys.ts";
import styles from "./line-card.module.css";

/** How many of the month's messages are sent, as LINE says now, else as it last said. */
export function LineQuotaBar({ recordID, known }: { recordID: ChannelId; known: LineQuota | null }) {
  const { t } = useTranslation("line");
  const { data, isPending } = useLineQuota(recordID);
  const quota = data ?? known;
  if (!quota) return <p className={layout.hint}>{isPending ? t("quota.asking") : t("quota.unknown")}</p>;
  const { limit, used } = quota;
  const share = limit ? Math.min(1, used / limit) : 0;
  const tone = quotaTone(quota);
  return (
    <div className={laid("column gap4")}>
      <div className={laid("figures flexBox wrap justifyBetween gap4x12")}>
        <span>{limit === null ? t("quota.unlimited", { used }) : t("quota.used", { used, limit })}</span>
        <span className={layout.hint}>
          {t("quota.asOf")} <RelativeTime inText value={quota.time} />
        </span>
      </div>
      {limit !== null && (
        <div className={laid("sunkenGround clip round3", styles.bar)} aria-hidden>
          <div className={laid("tall round3", styles.used)} data-tone={tone} style={{ width: `${share * 100}%` }} />
        </div>
      )}
      <p className={layout.hint}>{t(tone === "danger" ? "quota.usedUp" : "quota.hint")}</p>
    </div>
  );
}
