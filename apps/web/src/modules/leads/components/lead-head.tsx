import { DownOutlined, EditOutlined, MessageOutlined, WhatsAppOutlined } from "@ant-design/icons";
import type { LeadCard } from "@homeroom/contract/leads";
import { Button, Dropdown } from "antd";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { type LoggedAction, loggedActions } from "../rules/logged-actions.ts";
import { LeadMore } from "./lead-more.tsx";
import { LeadStatus, LeadTags } from "./lead-parts.tsx";
import { EmailLink, PhoneLink } from "./reach-links.tsx";

const LogForm = lazy(() => import("./follow/log-form.tsx").then((form) => ({ default: form.LogForm })));

/** The lead's status and contact details, beside the name. */
export function LeadHeadFacts({ card }: { card: LeadCard }) {
  const { t } = useTranslation("leads");
  const { status, names, phone, email } = card;
  return (
    <>
      <LeadStatus status={status && { recordID: status, name: names.status }} />
      {phone && (
        <span className={laid("inlineMiddle gap4")}>
          <PhoneLink areaCode={card.areaCode} phone={phone} copies />
          {card.can.chat && (
            <Link
              to={`/chat/whatsapp?lead=${card.leadId}`}
              className={layout.success}
              aria-label={t("card.whatsapp")}
              title={t("card.whatsapp")}
            >
              <WhatsAppOutlined aria-hidden />
            </Link>
          )}
        </span>
      )}
      {email && <EmailLink email={email} copies />}
      <LeadTags tags={names.tag} />
    </>
  );
}

interface LeadActionsProps {
  card: LeadCard;
  /** Shows the conversation beside the lead; undefined if there is none to show. */
  onChat: (() => void) | undefined;
  onEdit: () => void;
  /** Called when a menu or a form covers the lead and takes its shortcuts, and when it no longer does. */
  onOver: (isOver: boolean) => void;
}

/** The actions on a lead, in its header. */
export function LeadActions({ card, onChat, onEdit, onOver }: LeadActionsProps) {
  const { t } = useTranslation("leads");
  const [logging, setLogging] = useState<LoggedAction | null>(null);
  const [choosing, setChoosing] = useState(false);
  const [more, setMore] = useState(false);
  const isOver = choosing || more || logging !== null;
  useEffect(() => {
    onOver(isOver);
    return () => onOver(false);
  }, [isOver, onOver]);
  return (
    <>
      {card.can.note && (
        <Dropdown
          trigger={["click"]}
          onOpenChange={setChoosing}
          menu={{
            items: loggedActions.map((key) => ({ key, label: t(`history.${key}`) })),
            onClick: ({ key }) => setLogging(key as LoggedAction),
          }}
        >
          <Button>
            {t("card.log.open")} <DownOutlined aria-hidden />
          </Button>
        </Dropdown>
      )}
      {onChat && (
        <Button icon={<MessageOutlined />} title={t("card.chatKey")} onClick={onChat}>
          {t("chat")}
        </Button>
      )}
      {card.can.edit && (
        <Button type="primary" icon={<EditOutlined />} title={t("card.editKey")} onClick={onEdit}>
          {t("edit")}
        </Button>
      )}
      {card.can.assign && <LeadMore card={card} onOver={setMore} />}
      <Suspense fallback={null}>
        {logging && <LogForm card={card} action={logging} onClose={() => setLogging(null)} />}
      </Suspense>
    </>
  );
}
