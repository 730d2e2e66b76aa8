import { EditOutlined, MessageOutlined } from "@ant-design/icons";
import type { LeadId } from "@homeroom/contract/ids";
import { Button } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { phoneText } from "#platform/phone.ts";
import { Avatar } from "#ui/avatar/avatar.tsx";
import { DetailPage, DetailSection } from "#ui/detail-page/detail-page.tsx";
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
  onBack?: () => void;
  /** Further buttons of the place that the lead is shown in. */
  actions?: ReactNode;
}

/** One lead: its card, its notes and its history, and the form over them. */
export function LeadDetail({ leadId, editing, onEdit, onBack, actions }: LeadDetailProps) {
  const { t } = useTranslation("leads");
  const lead = useLead(leadId);
  const card = lead.data;
  const broken = lead.error !== null && !card;
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
            {actions}
          </>
        }
        {...(onBack && { onBack })}
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
