import { LockOutlined } from "@ant-design/icons";
import type { ConversationId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { useIsGone } from "#ui/states/use-is-gone.ts";
import { useConversationCard, useConversationItBecame } from "../../api/conversation-card.ts";
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
  /** Opens another conversation in its place; left out where only this one may be shown. */
  onOpen?: ((conversationId: ConversationId) => void) | undefined;
}

/**
 * Shown in place of a conversation that the person cannot see: the reason, and their unsent text. If its lead was merged, it
 * opens the conversation with the kept lead, at once if there is no unsent text.
 */
export function GoneConversation({ conversationId, unsent, onBack, onOpen }: GoneConversationProps) {
  const { t } = useTranslation("inbox");
  const words = [...unsent.map(({ text }) => text), draftOf(conversationId)].filter((text) => text !== "");
  const became = useConversationItBecame(conversationId);
  const kept = (onOpen && became.data) ?? null;
  const opensAtOnce = kept !== null && words.length === 0;
  const keptId = kept?.conversationId;
  useEffect(() => {
    if (opensAtOnce && keptId) onOpen?.(keptId);
  }, [opensAtOnce, keptId, onOpen]);
  if (opensAtOnce || (onOpen && became.isPending)) return null;
  const action = kept ? (
    <Button type="primary" onClick={() => onOpen?.(kept.conversationId)}>
      {t("open.showMerged", { name: kept.nickname })}
    </Button>
  ) : (
    onBack && <Button onClick={onBack}>{t("back")}</Button>
  );
  return (
    <div className={laid("middle flexColumn justifyCentre flex1 pad16", styles.nothing)} role="status">
      <EmptyState
        icon={<LockOutlined />}
        title={t(kept ? "open.merged" : "open.gone")}
        detail={t(kept ? "open.mergedDetail" : "open.goneDetail")}
        {...(action && { action })}
      />
      {words.length > 0 && (
        <p className={laid("breaking preLine above16 maxWide")}>{t("open.goneWords", { text: words.join("\n") })}</p>
      )}
    </div>
  );
}
