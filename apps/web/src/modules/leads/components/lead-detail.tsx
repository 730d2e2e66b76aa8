import { EditOutlined, MessageOutlined } from "@ant-design/icons";
import { messageOf } from "@homeroom/contract/errors/catalogue";
import type { LeadId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { phoneText } from "#platform/phone.ts";
import { usePreference } from "#platform/preferences.ts";
import { Avatar } from "#ui/avatar/avatar.tsx";
import { DetailPage, DetailSection } from "#ui/detail-page/detail-page.tsx";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { useLead } from "../api/queries.ts";
import { LeadFacts } from "./lead-card.tsx";
import { EditLead } from "./lead-form.tsx";
import { LeadHistory } from "./lead-history.tsx";
import { LeadNotes } from "./lead-notes.tsx";
import { LeadStatus, LeadTags } from "./lead-parts.tsx";

interface LeadDetailProps {
  leadId: LeadId;
  editing: boolean;
  onEdit: (editing: boolean) => void;
  /** Back to the list. */
  onLeave: () => void;
  /** Shows the way back in the head; a panel has its own. */
  page?: boolean;
}

/** One lead: its card, its notes and its history, and the form over them. */
export function LeadDetail({ leadId, editing, onEdit, onLeave, page = false }: LeadDetailProps) {
  const { t } = useTranslation("leads");
  const [language] = usePreference("language");
  const lead = useLead(leadId);
  const card = lead.data;
  const broken = lead.error !== null && !card;
  const gone = broken && lead.error === messageOf("NOT_FOUND", language);
  if (gone)
    return (
      <EmptyState
        title={t("gone.title")}
        detail={t("gone.detail")}
        action={<Button onClick={onLeave}>{t("toList")}</Button>}
      />
    );
  return (
    <>
      <DetailPage
        title={card?.nickname}
        lead={card && <Avatar name={card.nickname} picture={card.avatar} size={40} />}
        facts={
          card && (
            <>
              <LeadStatus status={card.status && { recordID: card.status, name: card.names.status }} />
              <span>{phoneText(card.areaCode, card.phone)}</span>
              <LeadTags tags={card.names.tag} />
            </>
          )
        }
        actions={
          <>
            {card?.can.chat && (
              <Link to={`/chat/whatsapp?lead=${leadId}`}>
                <Button icon={<MessageOutlined />}>{t("chat")}</Button>
              </Link>
            )}
            {card?.can.edit && (
              <Button type="primary" icon={<EditOutlined />} onClick={() => onEdit(true)}>
                {t("edit")}
              </Button>
            )}
          </>
        }
        {...(page && { onBack: onLeave })}
        loading={lead.isPending}
        error={broken ? lead.error : null}
        onRetry={() => void lead.refetch()}
        aside={
          <>
            <DetailSection title={t("notes.title")}>
              <LeadNotes leadId={leadId} mayWrite={card?.can.note ?? false} />
            </DetailSection>
            <DetailSection title={t("history.title")}>
              <LeadHistory leadId={leadId} />
            </DetailSection>
          </>
        }
      >
        {card && <LeadFacts card={card} />}
      </DetailPage>
      {card?.can.edit && editing && (
        <EditLead key={leadId} card={card} onClose={() => onEdit(false)} onDone={() => onEdit(false)} />
      )}
    </>
  );
}
