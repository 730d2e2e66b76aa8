import { WhatsAppOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { useDelayed } from "#ui/time/use-delayed.ts";
import { useWhatsappChannels } from "../api.ts";
import { ChannelCard } from "../components/channel-card.tsx";
import { ChannelSkeleton } from "../components/channel-skeleton.tsx";
import { DeliveryProblems } from "../components/delivery-problems.tsx";
import styles from "./whatsapp-channels.module.css";

/** The organisation's WhatsApp numbers: whether they run, what they are connected with, and what could not be processed. */
export function WhatsappChannels() {
  const { t } = useTranslation("channels");
  const { data } = useWhatsappChannels();
  return (
    <Page>
      <PageHeader title={t("title")} detail={data && data.length > 0 && t("count", { count: data.length })} />
      <Channels />
      <DeliveryProblems />
    </Page>
  );
}

function Channels() {
  const { t } = useTranslation("channels");
  const { data, error, isPending, refetch } = useWhatsappChannels();
  const late = useDelayed(isPending);
  if (isPending) return <div className={styles.waiting}>{late && <ChannelSkeleton />}</div>;
  if (!data) return <ErrorState message={error ?? ""} onRetry={() => void refetch()} />;
  if (data.length === 0)
    return (
      <div className={styles.frame}>
        <EmptyState icon={<WhatsAppOutlined />} title={t("none.title")} detail={t("none.detail")} />
      </div>
    );
  return (
    <div className={styles.cards}>
      {data.map((channel) => (
        <ChannelCard key={channel.recordID} channel={channel} />
      ))}
    </div>
  );
}
