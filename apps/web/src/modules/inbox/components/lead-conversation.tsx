import type { LeadId } from "@homeroom/contract/ids";
import { useTranslation } from "react-i18next";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { useConversationOfLead } from "../api/conversation-card.ts";
import { useConversationRealtime } from "../realtime.ts";
import { FocusAtOnce } from "./composer/focus-at-once.ts";
import { ConversationPane } from "./conversation/conversation-pane.tsx";
import { MessageSkeletons } from "./conversation/message-skeletons.tsx";

interface LeadConversationProps {
  leadId: LeadId;
  /** The person has opened it on purpose: the composer takes the focus. */
  focuses: boolean;
}

/** The conversation with a lead outside the inbox: the messages and the composer. */
export function LeadConversation({ leadId, focuses }: LeadConversationProps) {
  const { t } = useTranslation("inbox");
  const found = useConversationOfLead(leadId);
  useConversationRealtime(found.data ?? null);
  if (found.isPending) return <MessageSkeletons />;
  if (found.isError) return <ErrorState message={String(found.error)} onRetry={() => void found.refetch()} />;
  if (!found.data) return <EmptyState title={t("ofLead.none")} detail={t("ofLead.noneDetail")} />;
  return (
    <FocusAtOnce value={focuses}>
      <ConversationPane key={found.data} conversationId={found.data} onClose={() => undefined} />
    </FocusAtOnce>
  );
}
