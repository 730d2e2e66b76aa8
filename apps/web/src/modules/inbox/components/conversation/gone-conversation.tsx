import { LockOutlined } from "@ant-design/icons";
import type { ConversationId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { useIsGone } from "#ui/states/use-is-gone.ts";
import { useConversationCard } from "../../api/conversation-card.ts";
import { draftOf } from "../../api/drafts.ts";
import type { Outgoing } from "../../rules/shown-message.ts";
import styles from "./conversation-pane.module.css";

/** Whether a conversation is not there for the person, or no longer: it may be handed on while it is open. */
export function useIsConversationGone(conversationId: ConversationId): boolean {
  return useIsGone(useConversationCard(conversationId).error);
}

interface GoneConversationProps {
  conversationId: ConversationId;
  /** Messages of this person that have not gone out. */
  unsent: readonly Outgoing[];
  onBack?: (() => void) | undefined;
}

/** In place of a conversation out of sight: why, and what the person has written and not sent. */
export function GoneConversation({ conversationId, unsent, onBack }: GoneConversationProps) {
  const { t } = useTranslation("inbox");
  const words = [...unsent.map(({ text }) => text), draftOf(conversationId)].filter((text) => text !== "");
  return (
    <div className={laid("middle flexColumn justifyCentre flex1 pad16", styles.nothing)} role="status">
      <EmptyState
        icon={<LockOutlined />}
        title={t("open.gone")}
        detail={t("open.goneDetail")}
        {...(onBack && { action: <Button onClick={onBack}>{t("back")}</Button> })}
      />
      {words.length > 0 && (
        <p className={laid("breaking preLine above16 maxWide")}>{t("open.goneWords", { text: words.join("\n") })}</p>
      )}
    </div>
  );
}
