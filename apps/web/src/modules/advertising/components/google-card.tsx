import type { GoogleSetting } from "@homeroom/contract/google-leads";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useLeadChannels } from "#modules/lists/public.ts";
import { useCan } from "#platform/access.ts";
import { FactList } from "#ui/detail-page/detail-page.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import styles from "./advertising.module.css";

/** A branch's Google lead forms: whether they are connected, and where their leads go. */
export function GoogleCard({ setting, onEdit }: { setting: GoogleSetting; onEdit: () => void }) {
  const { t } = useTranslation("advertising");
  const can = useCan();
  const { branch, googleKey, status, lastReceivedAt } = setting;
  const isOn = googleKey.hasValue && status === 1;
  const state = isOn ? "on" : googleKey.hasValue ? "off" : "none";
  return (
    <article className={laid("card stack")} aria-label={branch.name}>
      <header className={laid("middleWrap gap8x12", styles.head)}>
        <h2 className={laid("title breaking")}>{branch.name}</h2>
        <StatusDot tone={isOn ? "success" : "quiet"} label={t(`google.state.${state}`)} />
        {can("org:google:edit") && (
          <Button type={googleKey.hasValue ? "default" : "primary"} onClick={onEdit}>
            {t(googleKey.hasValue ? "change" : "setUp")}
          </Button>
        )}
      </header>
      {googleKey.hasValue ? (
        <FactList
          facts={[
            { label: t("google.key"), value: googleKey.last4 ? `••••${googleKey.last4}` : t("google.keySet") },
            { label: t("fields.channel"), value: <ChannelName setting={setting} /> },
            {
              label: t("google.lastReceived"),
              value: lastReceivedAt ? <RelativeTime value={lastReceivedAt} /> : t("google.never"),
            },
          ]}
        />
      ) : (
        <p className={layout.quiet}>{t("google.none")}</p>
      )}
    </article>
  );
}

function ChannelName({ setting }: { setting: Pick<GoogleSetting, "channelID" | "secondaryChannelID"> }) {
  const { t } = useTranslation("advertising");
  const channels = useLeadChannels().data;
  if (!channels) return null;
  const channel = channels.find(({ recordID }) => recordID === setting.channelID);
  const below = channel?.children.find(({ recordID }) => recordID === setting.secondaryChannelID);
  return [channel?.name, below?.name].filter(Boolean).join(" / ") || t("google.noChannel");
}
