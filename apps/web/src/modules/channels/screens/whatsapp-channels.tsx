import { WhatsAppOutlined } from "@ant-design/icons";
import type { WhatsappChannel } from "@homeroom/contract/channels";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useBranches } from "#platform/branches.ts";
import { AddButton } from "#ui/choice/add-button.tsx";
import layout from "#ui/layout.module.css";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { useDelayed } from "#ui/time/use-delayed.ts";
import { useWhatsappChannels } from "../api/whatsapp.ts";
import { ChannelCard } from "../components/channel-card.tsx";
import { ChannelSkeleton } from "../components/channel-skeleton.tsx";
import { DeliveryProblems } from "../components/delivery-problems.tsx";
import styles from "./whatsapp-channels.module.css";

const WhatsappEditor = lazy(() =>
  import("../components/whatsapp-editor.tsx").then((editor) => ({ default: editor.WhatsappEditor })),
);

/** The organisation's WhatsApp numbers: their state, their connection, and unprocessed deliveries. */
export function WhatsappChannels() {
  const { t } = useTranslation("channels");
  const can = useCan();
  const { data } = useWhatsappChannels();
  const { search, change } = useAddress();
  const open = data?.find(({ recordID }) => recordID === search.get("channel"));
  const isAdding = data !== undefined && search.has("new") && can("org:whatsapp:edit");
  const close = () => change({ new: null, channel: null });
  return (
    <Page>
      <PageHeader
        title={t("title")}
        detail={data && data.length > 0 && t("count", { count: data.length })}
        actions={
          data && data.length > 0 && <AddNumber channels={data} onAdd={() => change({ new: "1", channel: null })} />
        }
      />
      <Channels />
      <Suspense fallback={null}>
        {isAdding && <WhatsappEditor taken={data.map(({ branch }) => branch.branchID)} onClose={close} />}
        {open && can("org:whatsapp:edit") && <WhatsappEditor key={open.recordID} channel={open} onClose={close} />}
      </Suspense>
      <DeliveryProblems />
    </Page>
  );
}

/** The button for a branch without a number. */
function AddNumber({ channels, onAdd }: { channels: readonly WhatsappChannel[]; onAdd: () => void }) {
  const { t } = useTranslation("channels");
  const can = useCan();
  const branches = useBranches().data ?? [];
  const isFree = branches.some(({ value }) => channels.every(({ branch }) => branch.branchID !== value));
  if (!can("org:whatsapp:edit") || !isFree) return null;
  return <AddButton label={t("form.add")} onClick={onAdd} />;
}

function Channels() {
  const { t } = useTranslation("channels");
  const { data, error, isPending, refetch } = useWhatsappChannels();
  const { change } = useAddress();
  const late = useDelayed(isPending);
  if (isPending) return <div className={styles.waiting}>{late && <ChannelSkeleton />}</div>;
  if (!data) return <ErrorState message={error ?? ""} onRetry={() => void refetch()} />;
  if (data.length === 0)
    return (
      <div className={layout.frame}>
        <EmptyState
          icon={<WhatsAppOutlined />}
          title={t("none.title")}
          detail={t("none.detail")}
          action={<AddNumber channels={data} onAdd={() => change({ new: "1" })} />}
        />
      </div>
    );
  return (
    <div className={layout.grid}>
      {data.map((channel) => (
        <ChannelCard key={channel.recordID} channel={channel} />
      ))}
    </div>
  );
}
