import { ExclamationCircleFilled, WhatsAppOutlined } from "@ant-design/icons";
import type { WhatsappChannel } from "@homeroom/contract/channels";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { minuteText } from "#platform/dates.ts";
import { FactList } from "#ui/detail-page/detail-page.tsx";
import { laid } from "#ui/laid.ts";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { CardActions } from "./card-actions.tsx";
import { MaskedSecret } from "./masked-secret.tsx";
import { Standing } from "./standing.tsx";
import { StopBanner } from "./stop-banner.tsx";
import { StopNotice } from "./stop-notice.tsx";
import { WebhookAddress } from "./webhook-address.tsx";

/** One WhatsApp number: its state, its connection, and its webhook address. */
export function ChannelCard({ channel }: { channel: WhatsappChannel }) {
  const { t } = useTranslation("channels");
  const state = stateOf(channel);
  return (
    <article className={laid("card stack")}>
      <header className={laid("middleWrap gap8x12")}>
        <span className={laid("centre fixed round12 successTint text20 success height40 width40")} aria-hidden>
          <WhatsAppOutlined />
        </span>
        <div className={laid("grow besidePicture")}>
          <h2 className={laid("middleWrap title breaking gap2x8")}>
            {channel.name}
            {channel.sandbox && (
              <span title={t("sandbox.detail")}>
                <TintTag color="blue">{t("sandbox.label")}</TintTag>
              </span>
            )}
          </h2>
          <p className={laid("quiet figures")}>
            {[channel.displayPhone, channel.branch.name].filter((part) => part !== "").join(" · ")}
          </p>
        </div>
        <StatusDot tone={tones[state]} label={t(`status.${state}`)} />
        <CardActions channel={channel} />
      </header>
      {channel.stopped && <StopBanner channel={channel} stopped={channel.stopped} />}
      {channel.refusedAt && (
        <StopNotice
          label={t("status.refused")}
          what={t("signature.what")}
          at={channel.refusedAt}
          todo={t("signature.todo")}
          hint={t("signature.hint")}
        />
      )}
      {channel.account && <AccountState account={channel.account} />}
      <Standing channel={channel} />
      <Facts channel={channel} />
      <WebhookAddress address={channel.webhookUrl} />
    </article>
  );
}

const tones = {
  running: "success",
  off: "quiet",
  stopped: "danger",
  refused: "danger",
} as const satisfies Record<string, Tone>;

function stateOf({ status, stopped, refusedAt }: WhatsappChannel): keyof typeof tones {
  if (stopped) return "stopped";
  if (status !== 1) return "off";
  return refusedAt ? "refused" : "running";
}

/** Its ids and credentials. */
function Facts({ channel }: { channel: WhatsappChannel }) {
  const { t } = useTranslation("channels");
  const id = (name: "phoneNumberID" | "businessAccountID" | "appID" | "catalogueID") => ({
    label: t(`fact.${name}`),
    value: <span className={laid("figures breaking")}>{channel[name]}</span>,
  });
  const secret = (name: "accessToken" | "appSecret" | "verifyToken") => ({
    label: t(`fact.${name}`),
    value: <MaskedSecret secret={channel[name]} />,
  });
  const heard = channel.lastReceivedAt;
  return (
    <>
      <FactList facts={[id("phoneNumberID"), id("businessAccountID"), id("appID"), id("catalogueID")]} />
      <FactList
        facts={[
          secret("accessToken"),
          secret("appSecret"),
          secret("verifyToken"),
          { label: t("fact.lastReceived"), value: heard ? <RelativeTime value={heard} /> : t("fact.neverReceived") },
        ]}
      />
    </>
  );
}

/** WhatsApp's restrictions on the business account: what cannot be sent, and until when. */
function AccountState({ account }: { account: NonNullable<WhatsappChannel["account"]> }) {
  const { t } = useTranslation("channels");
  const view = useDateView();
  const { state, at, detail, blocks, until } = account;
  const title = t(`account.${state}`);
  return (
    <section className={laid("flexBox wrap alignStart gap12 pad12x16 round8 dangerTint")} aria-label={title}>
      <ExclamationCircleFilled className={laid("danger text16 leading22")} aria-hidden />
      <div className={laid("narrowable basis200")}>
        <p className={laid("danger strong")} title={detail}>
          {title}
          <span className={laid("before8 text12 regular")}>
            <RelativeTime value={at} />
          </span>
        </p>
        {blocks.map((kind) => (
          <p key={kind}>{t(`account.${kind}`)}</p>
        ))}
        {until && <p>{t("account.until", { at: minuteText(until, view) })}</p>}
        <p className={laid("above4 text12 leading20")}>{t("account.todo")}</p>
      </div>
    </section>
  );
}
