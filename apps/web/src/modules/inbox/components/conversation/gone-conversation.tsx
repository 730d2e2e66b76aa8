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

/** Whether the person cannot see a conversation (any more): it may be reassigned while it is open. */
export function useIsConversationGone(conversationId: ConversationId): boolean {
  return useIsGone(useConversationCard(conversationId).error);
}

interface GoneConversationProps {
  conversationId: ConversationId;
  /** This person's unsent messages. */
  unsent: readonly Outgoing[];
  onBack?: (() => void) | undefined;
}

/** Shown in place of a conversation that the person cannot see: the reason, and their unsent text. */
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
