import type { LeadId } from "@homeroom/contract/ids";
import type { LeadFamily } from "@homeroom/contract/lead-families";
import type { LeadCard } from "@homeroom/contract/leads";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "#platform/access.ts";
import { useDateView } from "#platform/date-view.ts";
import { dateText } from "#platform/dates.ts";
import { DetailSection } from "#ui/detail-page/detail-page.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useFamily, useFamilyWrites } from "../../api/lead-families.ts";
import { DuplicatesSection } from "../merge/duplicates-section.tsx";
import styles from "../merge/merge.module.css";
import { AddSibling } from "./add-sibling.tsx";
import { JoinFamily } from "./join-family.tsx";

/** A lead's relations: possible duplicates, and the family. */
export function LeadRelations({ card }: { card: LeadCard }) {
  return (
    <>
      <DuplicatesSection leadId={card.leadId} mayEdit={card.can.edit} />
      <FamilySection card={card} />
    </>
  );
}

/** The children of the same parent: siblings, their shared conversation, and the family actions. */
function FamilySection({ card }: { card: LeadCard }) {
  const { t } = useTranslation("leads");
  const can = useCan();
  const { data: family } = useFamily(card.leadId);
  const [open, setOpen] = useState<"add" | "join" | null>(null);
  const [leaving, setLeaving] = useState(false);
  const { leave } = useFamilyWrites();
  const { done, failed } = useFeedback();
  if (!family) return null;
  const siblings = family.members.filter(({ leadId }) => leadId !== card.leadId);
  const holderId = family.hasConversation ? family.mainLeadId : null;
  const mayAdd = card.can.edit && can("crm:lead:add");
  if (family.familyID === null && !card.can.edit) return null;
  const handleLeave = async () => {
    setLeaving(true);
    try {
      await leave(card.leadId);
      done(t("family.left"));
    } catch (reason) {
      failed(reason);
    } finally {
      setLeaving(false);
    }
  };
  return (
    <DetailSection title={family.name ? t("family.named", { name: family.name }) : t("family.title")}>
      {family.familyID === null && <p className={laid("hint breaking")}>{t("family.none")}</p>}
      {family.familyID !== null && siblings.length === 0 && (
        <p className={laid("hint breaking")}>{t("family.alone")}</p>
      )}
      <Siblings siblings={siblings} holderId={holderId} />
      <SharedConversation card={card} holderId={holderId} />
      <div className={laid("buttons", styles.acts)}>
        {mayAdd && (
          <Button size="small" onClick={() => setOpen("add")}>
            {t("family.add")}
          </Button>
        )}
        {card.can.edit && (
          <Button size="small" onClick={() => setOpen("join")}>
            {t("family.join")}
          </Button>
        )}
        {card.can.edit && family.familyID !== null && (
          <Button size="small" type="text" loading={leaving} onClick={() => void handleLeave()}>
            {t("family.leave")}
          </Button>
        )}
      </div>
      {open === "add" && <AddSibling card={card} onClose={() => setOpen(null)} />}
      {open === "join" && <JoinFamily card={card} onClose={() => setOpen(null)} />}
    </DetailSection>
  );
}

function Siblings({ siblings, holderId }: { siblings: LeadFamily["members"]; holderId: LeadId | null }) {
  const { t } = useTranslation("leads");
  const view = useDateView();
  return (
    <ul className={laid("column noPadding unmarked", styles.list)}>
      {siblings.map((sibling) => (
        <li key={sibling.leadId} className={laid("middleWrap gap8x12 lineAbove", styles.row)}>
          <div className={laid("column narrowable gap2", styles.who)}>
            <Link className={layout.breaking} to={`/lead/list?lead=${sibling.leadId}`}>
              {sibling.nickname}
            </Link>
            <span className={laid("hint breaking")}>
              {[
                sibling.birthday && dateText(sibling.birthday, view),
                sibling.school,
                sibling.grade,
                sibling.status?.name,
                sibling.leadId === holderId && t("family.main"),
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** For a child whose parent's conversation is on a sibling: the link to it. */
function SharedConversation({ card, holderId }: { card: LeadCard; holderId: LeadId | null }) {
  const { t } = useTranslation("leads");
  if (!card.can.chat || holderId === null || holderId === card.leadId) return null;
  return (
    <p>
      <Link to={`/chat/whatsapp?lead=${holderId}`}>{t("family.conversation")}</Link>
    </p>
  );
}
