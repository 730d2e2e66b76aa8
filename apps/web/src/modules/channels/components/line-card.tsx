import type { ChannelId } from "@homeroom/contract/ids";
import type { LineChannel, LineQuota } from "@homeroom/contract/line";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { FactList } from "#ui/detail-page/detail-page.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useLineQuota } from "../api/line.ts";
import { quotaTone } from "../rules/text-keys.ts";
import own from "./line-card.module.css";
import { LineStop } from "./line-stop.tsx";
import { LineWebhook } from "./line-webhook.tsx";
import { MaskedSecret } from "./masked-secret.tsx";
import { StopNotice } from "./stop-notice.tsx";
import { WebhookAddress } from "./webhook-address.tsx";

interface LineCardProps {
  channel: LineChannel;
  onEdit: () => void;
  onEditLiff: () => void;
}

/** A branch's LINE account: its state, its remaining messages, and its webhook address; or that the branch has none. */
export function LineCard({ channel, onEdit, onEditLiff }: LineCardProps) {
  const { t } = useTranslation("line");
  const can = useCan();
  const { recordID } = channel;
  const state = stateOf(channel);
  return (
    <article className={laid("card stack")}>
      <header className={laid("middleWrap gap8x12")}>
        <Face picture={channel.bot.picture} />
        <div className={laid("grow besidePicture")}>
          <h2 className={laid("middleWrap title breaking gap2x8")}>
            {channel.bot.name || channel.branch.name}
            {channel.sandbox && (
              <span title={t("sandbox.detail")}>
                <TintTag color="blue">{t("sandbox.label")}</TintTag>
              </span>
            )}
          </h2>
          <p className={laid("quiet figures")}>
            {recordID ? [channel.officialID, channel.branch.name].filter(Boolean).join(" · ") : t("none.detail")}
          </p>
        </div>
        <StatusDot tone={tones[state]} label={t(`status.${state}`)} />
        {can("org:line:edit") && (
          <Button type={recordID ? "default" : "primary"} onClick={onEdit}>
            {t(recordID ? "edit" : "connect")}
          </Button>
        )}
      </header>
      {recordID && (
        <>
          {channel.stopped && <LineStop channel={{ ...channel, recordID }} stopped={channel.stopped} />}
          {channel.refusedAt && (
            <StopNotice
              label={t("status.refused")}
              what={t("signature.what")}
              at={channel.refusedAt}
              todo={t("signature.todo")}
              hint={t("signature.hint")}
            />
          )}
          <LineQuotaBar recordID={recordID} known={channel.quota} />
          <Facts channel={channel} onEditLiff={onEditLiff} />
          {/* What the test said is of the values of then. */}
          <LineWebhook key={channel.version} recordID={recordID} address={channel.webhookUrl} />
        </>
      )}
    </article>
  );
}

const tones = {
  running: "success",
  off: "quiet",
  stopped: "danger",
  refused: "danger",
  none: "quiet",
} as const satisfies Record<string, Tone>;

function stateOf({ recordID, status, stopped, refusedAt }: LineChannel): keyof typeof tones {
  if (!recordID) return "none";
  if (stopped) return "stopped";
  if (status !== 1) return "off";
  return refusedAt ? "refused" : "running";
}

function Face({ picture }: { picture: string | null }) {
  const { t } = useTranslation("line");
  if (picture) return <img className={laid("fixed round12 covering height40 width40")} src={picture} alt="" />;
  return (
    <span className={laid("centre fixed round12 successTint success height40 width40", own.sign)} aria-hidden>
      {t("sign")}
    </span>
  );
}

/** Where LINE opens LIFF apps, by their ids. */
const liffHost = "https://liff.line.me/";

function Facts({ channel, onEditLiff }: { channel: LineChannel; onEditLiff: () => void }) {
  const { t } = useTranslation("line");
  const can = useCan();
  const heard = channel.lastReceivedAt;
  const code = (text: string) => <span className={laid("figures breaking")}>{text}</span>;
  return (
    <>
      <FactList
        facts={[
          { label: t("fields.channelID"), value: code(channel.channelID) },
          { label: t("fields.officialID"), value: code(channel.officialID) },
          { label: t("fields.channelSecret"), value: <MaskedSecret secret={channel.channelSecret} /> },
          { label: t("fields.accessToken"), value: <MaskedSecret secret={channel.accessToken} /> },
        ]}
      />
      <FactList
        facts={[
          { label: t("fields.liffID"), value: code(channel.liffID) },
          { label: t("fields.endpointURL"), value: code(channel.endpointURL) },
          { label: t("lastReceived"), value: heard ? <RelativeTime value={heard} /> : t("neverReceived") },
        ]}
      />
      {channel.liffID && (
        <WebhookAddress
          label={t("liff.address")}
          address={`${liffHost}${channel.liffID}`}
          hint={t(liffHint(channel))}
        />
      )}
      {can("org:line:edit") && (
        <div>
          <Button size="small" onClick={onEditLiff}>
            {t("editLiff")}
          </Button>
        </div>
      )}
    </>
  );
}

function liffHint({ endpointURL, liffEndpoint }: LineChannel) {
  if (endpointURL === "") return "liff.noEndpoint";
  return endpointURL === liffEndpoint ? "liff.ownInUse" : "liff.addressHint";
}

/** The messages sent this month, by LINE's current or last known count. */
function LineQuotaBar({ recordID, known }: { recordID: ChannelId; known: LineQuota | null }) {
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
        <div className={laid("sunkenGround clip round3", own.bar)} aria-hidden>
          <div className={laid("tall round3", own.used)} data-tone={tone} style={{ width: `${share * 100}%` }} />
        </div>
      )}
      <p className={layout.hint}>{t(tone === "danger" ? "quota.usedUp" : "quota.hint")}</p>
    </div>
  );
}
