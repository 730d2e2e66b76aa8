import type { LeadCard } from "@homeroom/contract/leads";
import { Segmented } from "antd";
import { type KeyboardEvent, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { DetailSection } from "#ui/detail-page/detail-page.tsx";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { LeadHistory } from "./follow/lead-history.tsx";
import { LeadNotes } from "./follow/lead-notes.tsx";
import { NextContact } from "./follow/next-contact.tsx";
import styles from "./lead-card.module.css";
import { useLeadSlots } from "./lead-slots.ts";

export type SidePane = "facts" | "follow" | "chat";

interface BesideTabsProps {
  beside: SidePane;
  /** The fields have a column of their own. */
  wide: boolean;
  mayChat: boolean;
  onShow: (beside: SidePane) => void;
}

/** Switches between follow-up and conversation; with one column also to the fields. */
export function BesideTabs({ beside, wide, mayChat, onShow }: BesideTabsProps) {
  const { t } = useTranslation("leads");
  const shown: SidePane[] = [...(wide ? [] : ["facts" as const]), "follow", ...(mayChat ? ["chat" as const] : [])];
  if (shown.length < 2) return null;
  return (
    <div className={layout.below16}>
      <Segmented<SidePane>
        block
        value={beside}
        aria-label={t("card.beside.title")}
        options={shown.map((value) => ({ value, label: t(`card.beside.${value}`) }))}
        onChange={onShow}
      />
    </div>
  );
}

/** The next contact, the notes and the history; or the conversation, with the focus if the person `asked` for it. */
export function LeadFollow({ card, beside, asked }: { card: LeadCard; beside: SidePane; asked: boolean }) {
  const { t } = useTranslation("leads");
  const { Conversation } = useLeadSlots();
  if (beside === "chat")
    return (
      <div className={laid("frame column clip", styles.conversation)} onKeyDown={leaveOnEscape}>
        <Suspense fallback={null}>
          {Conversation && <Conversation key={card.leadId} leadId={card.leadId} focuses={asked} />}
        </Suspense>
      </div>
    );
  return (
    <div className={layout.stack}>
      <DetailSection title={t("fields.nextContactDate")}>
        <NextContact card={card} />
      </DetailSection>
      <DetailSection title={t("notes.title")}>
        <LeadNotes card={card} />
      </DetailSection>
      <DetailSection title={t("history.title")}>
        <LeadHistory leadId={card.leadId} />
      </DetailSection>
    </div>
  );
}

/** Escape in a text field returns the shortcuts to the lead. */
function leaveOnEscape(event: KeyboardEvent): void {
  if (event.key !== "Escape" || isComposing(event.nativeEvent) || event.defaultPrevented) return;
  if (!(event.target instanceof HTMLTextAreaElement)) return;
  event.preventDefault();
  event.target.blur();
}
