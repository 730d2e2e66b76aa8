import type { ConversationCard } from "@homeroom/contract/chat";
import type { ChannelId } from "@homeroom/contract/ids";
import { Select } from "antd";
import { useTranslation } from "react-i18next";
import { useNow } from "#platform/date-view.ts";
import { laid } from "#ui/laid.ts";
import { channelsOf, throughChannel } from "../../rules/composer/channel-choice.ts";
import { composerState } from "../../rules/composer/composer-state.ts";
import { ChannelBadge } from "../list/channel-badge.tsx";
import styles from "./composer.module.css";

interface ChannelChooserProps {
  card: ConversationCard;
  chosen: ChannelId | null;
  onChoose: (channel: ChannelId) => void;
}

/** Chooses which of the customer's channels to write through; renders nothing if there is only one. */
export function ChannelChooser({ card, chosen, onChoose }: ChannelChooserProps) {
  const { t } = useTranslation("composer");
  const now = useNow();
  const channels = channelsOf(card);
  if (channels.length < 2) return null;
  return (
    <Select
      size="small"
      variant="filled"
      className={styles.channel ?? ""}
      value={chosen ?? card.channel.channelId}
      aria-label={t("tools.channel")}
      popupMatchSelectWidth={false}
      onChange={onChoose}
      options={channels.map(({ channelId, kind, name }) => {
        const state = composerState(throughChannel(card, channelId), now);
        return {
          value: channelId,
          label: (
            <span className={laid("inlineMiddle gap6", styles.channelName)}>
              <ChannelBadge kind={kind} /> {name}
              {state !== "open" && state !== "noPermission" && <small>{t(`tools.through.${state}`)}</small>}
            </span>
          ),
        };
      })}
    />
  );
}
