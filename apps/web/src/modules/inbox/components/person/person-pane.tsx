import { CloseOutlined } from "@ant-design/icons";
import type { ConversationCard } from "@homeroom/contract/chat";
import type { ConversationId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "#platform/access.ts";
import { phoneText } from "#platform/phone.ts";
import { Avatar } from "#ui/avatar/avatar.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useConversationCard } from "../../api/conversation-card.ts";
import { useLead } from "../../api/person.ts";
import { LeadFacts } from "./lead-facts.tsx";
import { LeadHistory } from "./lead-history.tsx";
import styles from "./person-pane.module.css";

interface PersonPaneProps {
  conversationId: ConversationId;
  /** Given where it lies over the conversation. */
  onClose?: (() => void) | undefined;
}

/** The right column: who the customer is, in short. */
export function PersonPane({ conversationId, onClose }: PersonPaneProps) {
  const { t } = useTranslation("inbox");
  const { data: card } = useConversationCard(conversationId);
  return (
    <aside className={styles.pane} aria-label={t("person.title")} data-over={onClose !== undefined || undefined}>
      {onClose && (
        <Button
          type="text"
          className={styles.close}
          icon={<CloseOutlined />}
          aria-label={t("close")}
          onClick={onClose}
        />
      )}
      {card ? <Person card={card} /> : <Skeleton height={160} />}
    </aside>
  );
}

function Person({ card }: { card: ConversationCard }) {
  const { t } = useTranslation("inbox");
  const can = useCan();
  const maySee = can("crm:lead:query");
  const lead = useLead(card.leadId, maySee);
  return (
    <>
      <div className={styles.who}>
        <Avatar name={card.nickname} picture={card.avatar} size={64} />
        <h2 className={styles.name}>{card.nickname}</h2>
        {card.phone && <p className={styles.phone}>{phoneText("", card.phone)}</p>}
        {maySee && (
          <Link className={styles.link} to={`/lead/list?lead=${card.leadId}`}>
            {t("person.openLead")}
          </Link>
        )}
      </div>
      {lead.isError && !lead.data && <ErrorState message={lead.error} onRetry={() => void lead.refetch()} />}
      <LeadFacts card={card} lead={lead.data} />
      {maySee && <LeadHistory leadId={card.leadId} />}
    </>
  );
}
