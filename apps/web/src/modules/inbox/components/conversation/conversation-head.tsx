import { ArrowLeftOutlined, IdcardOutlined, RobotOutlined } from "@ant-design/icons";
import type { ConversationCard } from "@homeroom/contract/chat";
import { Button, Switch } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "#platform/access.ts";
import { phoneText } from "#platform/phone.ts";
import { useWordsLanguage } from "#platform/words-language.ts";
import { Avatar } from "#ui/avatar/avatar.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useWide } from "#ui/page/use-wide.ts";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { switchAssistant, useAssistantState } from "../../api/assistant.ts";
import { releaseConversation } from "../../api/holding.ts";
import type { ShownViewer } from "../../rules/viewers.ts";
import { ChannelBadge } from "../list/channel-badge.tsx";
import styles from "./conversation-pane.module.css";
import { HolderChip } from "./holder-chip.tsx";
import { PresenceLine } from "./holding-bar.tsx";
import { StateActions } from "./state-actions.tsx";

interface ConversationHeadProps {
  card: ConversationCard | undefined;
  /** Who else has the conversation open. */
  viewers: readonly ShownViewer[];
  onBack?: (() => void) | undefined;
  onPerson?: (() => void) | undefined;
  onSearch: () => void;
}

/** From this width on, the actions fit beside the name, the holder and the assistant's switch. */
const roomForActions = 480;

/** The customer, their sales person, the current holder, and the channel. */
export function ConversationHead({ card, viewers, onBack, onPerson, onSearch }: ConversationHeadProps) {
  const { t } = useTranslation("inbox");
  const [head, wide] = useWide(roomForActions);
  return (
    <header ref={head} className={laid("fixed lineBelow surface", styles.top)}>
      <div className={laid("middle gap12", styles.head)}>
        {onBack && <Button type="text" icon={<ArrowLeftOutlined />} aria-label={t("back")} onClick={onBack} />}
        {card ? <Who card={card} viewers={viewers} /> : <Skeleton width={180} height={36} />}
        {card && <StateActions card={card} folds={wide === false} onSearch={onSearch} />}
        {card && <GptSwitch key={card.conversationId} card={card} />}
        {onPerson && (
          <Button
            type="text"
            icon={<IdcardOutlined />}
            aria-label={t("person.title")}
            title={t("person.title")}
            onClick={onPerson}
          />
        )}
      </div>
    </header>
  );
}

function Who({ card, viewers }: { card: ConversationCard; viewers: readonly ShownViewer[] }) {
  const { t } = useTranslation("inbox");
  const { nickname, avatar, channel, sales, phone } = card;
  const languageOf = useWordsLanguage();
  const facts = [phoneText("", phone), sales ? t("head.sales", { name: sales.nickname }) : t("head.noSales")];
  return (
    <>
      <Avatar name={nickname} picture={avatar} size={36} badge={<ChannelBadge kind={channel.kind} />} />
      <div className={laid("basis200", styles.who)}>
        <div className={layout.row}>
          <h2 className={laid("title cut leading22")} title={nickname} {...languageOf(nickname)}>
            {nickname}
          </h2>
          {channel.sandbox && (
            <span className={laid("fixed flexBox")} title={t("head.sandboxDetail")}>
              <TintTag color="blue">{t("head.sandbox")}</TintTag>
            </span>
          )}
        </div>
        <p className={laid("hint number cut")}>{facts.filter(Boolean).join(" · ")}</p>
      </div>
      <PresenceLine viewers={viewers} />
      <HolderChip card={card} />
      <span
        className={laid("cut small narrowable notOnPhones", styles.channel)}
        title={t("head.channel", { name: channel.name })}
      >
        {channel.name}
      </span>
    </>
  );
}

/** Switches the assistant for this customer. Hidden if there is no assistant. */
function GptSwitch({ card }: { card: ConversationCard }) {
  const { t } = useTranslation("inbox");
  const { accountID } = useUser();
  const { done, offering, failed } = useFeedback();
  const state = useAssistantState(card.conversationId);
  const [busy, setBusy] = useState(false);
  const isOn = card.gptStatus === 1;
  if (!state?.agent && !isOn) return null;
  const label = t(card.gptStatus === 2 ? "assistant.paused" : "assistant.switch");
  /** While a person holds the conversation, the assistant does not answer. */
  const sayFromWhen = () => {
    const { holder, conversationId } = card;
    if (holder?.kind !== "staff" || state?.agent?.way !== "send") return;
    if (holder.accountID !== accountID) return done(t("assistant.afterOther", { name: holder.nickname }));
    const act = () => void releaseConversation(conversationId).catch(failed);
    offering(t("assistant.afterYou"), { verb: t("holding.release"), act });
  };
  const handleSwitch = (on: boolean) => {
    setBusy(true);
    void switchAssistant(card, on)
      .then(() => on && sayFromWhen(), failed)
      .finally(() => setBusy(false));
  };
  return (
    <span className={laid("inlineMiddle quiet fixed gap6")} title={label}>
      <RobotOutlined aria-hidden />
      <Switch
        size="small"
        checked={isOn}
        disabled={!card.can.gpt}
        loading={busy}
        aria-label={label}
        onChange={handleSwitch}
      />
    </span>
  );
}
