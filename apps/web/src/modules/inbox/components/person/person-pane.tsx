import { CloseOutlined } from "@ant-design/icons";
import type { ConversationCard } from "@homeroom/contract/chat";
import type { ConversationId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { type ReactNode, Suspense, use, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { AskedField, LeadFollowUp } from "#modules/leads/public.ts";
import { useCan } from "#platform/access.ts";
import { useDateView } from "#platform/date-view.ts";
import { minuteText } from "#platform/dates.ts";
import { phoneText } from "#platform/phone.ts";
import { Avatar } from "#ui/avatar/avatar.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useConversationCard } from "../../api/conversation-card.ts";
import { useCustomerPlans } from "../../api/person.ts";
import { AskedByKey } from "../asked-by-key.ts";
import { useIsConversationGone } from "../conversation/gone-conversation.tsx";
import { LabelEditor } from "./label-editor.tsx";
import styles from "./person-pane.module.css";

interface PersonPaneProps {
  conversationId: ConversationId;
  /** Set if it covers the conversation. */
  onClose?: (() => void) | undefined;
}

/** The right column: the customer's details and follow-up. */
export function PersonPane({ conversationId, onClose }: PersonPaneProps) {
  const { t } = useTranslation("inbox");
  const { data: card } = useConversationCard(conversationId);
  const isGone = useIsConversationGone(conversationId);
  return (
    <aside
      className={laid("narrowable surface shrinkable scrollDown relative", styles.pane)}
      aria-label={t("person.title")}
      data-over={onClose !== undefined || undefined}
    >
      {onClose && (
        <Button
          type="text"
          className={laid("absolute", styles.close)}
          icon={<CloseOutlined />}
          aria-label={t("close")}
          onClick={onClose}
        />
      )}
      {!isGone && (card ? <Person card={card} /> : <Skeleton height={160} />)}
    </aside>
  );
}

function Person({ card }: { card: ConversationCard }) {
  const can = useCan();
  const asked = useAskedOfLead(card.conversationId);
  return (
    <>
      <div className={laid("middle flexColumn gap4 textCentre", styles.who)}>
        <Avatar name={card.nickname} picture={card.avatar} size={64} />
        <h2 className={laid("title breaking above8 maxWide")}>{card.nickname}</h2>
        {card.phone && <p className={laid("quiet figures")}>{phoneText("", card.phone)}</p>}
      </div>
      {can("crm:lead:query") ? (
        <Suspense fallback={<Skeleton height={160} />}>
          <AskedField value={asked}>
            <LeadFollowUp leadId={card.leadId} {...(card.can.label && { labels: <LabelEditor card={card} /> })} />
          </AskedField>
        </Suspense>
      ) : (
        <LeadFacts card={card} />
      )}
      <CustomerPlans card={card} />
    </>
  );
}

/** Passes on to the lead's card which field a shortcut has requested. */
function useAskedOfLead(conversationId: ConversationId) {
  const { asked, onTaken } = use(AskedByKey);
  const isHere = asked !== null && asked.what !== "note" && asked.conversationId === conversationId;
  const field = isHere && asked.what !== "note" ? asked.what.lead : null;
  return useMemo(() => field && { field, onTaken }, [field, onTaken]);
}

/** The details for people without access to the lead itself. */
function LeadFacts({ card }: { card: ConversationCard }) {
  const { t } = useTranslation("inbox");
  const hasLabels = card.labels.length > 0 || card.can.label;
  return (
    <dl className={laid("gridBox pad8x0 lineAbove", styles.facts)}>
      <Fact name={t("person.status")} value={card.status?.name} />
      <Fact name={t("person.sales")} value={card.sales?.nickname} />
      <Fact name={t("person.labels")} value={hasLabels && <LabelEditor card={card} />} />
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  if (!value) return null;
  return (
    <div className={laid("gridBox spanAll", styles.fact)}>
      <dt className={layout.quiet}>{name}</dt>
      <dd className={laid("breaking preLine")}>{value}</dd>
    </div>
  );
}

/** The broadcasts that a customer received: their reply may be about one of them. */
function CustomerPlans({ card }: { card: ConversationCard }) {
  const { t } = useTranslation("inbox");
  const view = useDateView();
  const { data: plans = [] } = useCustomerPlans(card.leadId, card.lastMessageTime);
  if (plans.length === 0) return null;
  return (
    <section className={laid("pad12x0 lineAbove", styles.plans)} aria-label={t("person.plans")}>
      <h3 className={layout.small}>{t("person.plans")}</h3>
      <ul className={laid("closeStack noPadding unmarked")}>
        {plans.map(({ recordID, name, sendTime, replyTime, canOpen }) => (
          <li className={laid("column breaking")} key={recordID}>
            {canOpen ? <Link to={`/admessage/plan/${recordID}`}>{name}</Link> : <span>{name}</span>}
            <span className={laid("quiet small")}>
              {t("person.planSent", { time: minuteText(sendTime, view) })}
              {replyTime && t("person.planReplied", { time: minuteText(replyTime, view) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
