import type { LeadId } from "@homeroom/contract/ids";
import type { LeadCard } from "@homeroom/contract/leads";
import { Alert, Button } from "antd";
import { type ComponentType, lazy, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { lazyPart } from "#platform/lazy-part.ts";
import { Avatar } from "#ui/avatar/avatar.tsx";
import { DetailPage } from "#ui/detail-page/detail-page.tsx";
import { isWritingPlace } from "#ui/keyboard/shortcut.ts";
import { useShortcut } from "#ui/keyboard/use-shortcut.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { usePainted } from "#ui/page/use-painted.ts";
import { useWide } from "#ui/page/use-wide.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { useIsGone } from "#ui/states/use-is-gone.ts";
import { useMergedInto } from "../api/lead-families.ts";
import { useLead } from "../api/queries.ts";
import { takeAnswerNext } from "./beside-next.ts";
import { noteFieldId } from "./follow/note-form.tsx";
import { takeNoteNext } from "./follow/note-next.ts";
import { LeadApp } from "./lead-app.tsx";
import { type Beside, BesideTabs, LeadFollow } from "./lead-beside.tsx";
import { LeadFacts } from "./lead-card.tsx";
import { LeadActions, LeadHeadFacts } from "./lead-head.tsx";
import { useLeadSlots } from "./lead-slots.ts";

const LeadRelations = lazyPart(async () => (await import("./family/lead-relations.tsx")).LeadRelations);
const LeadConsent = lazyPart(async () => (await import("./consent/lead-consent.tsx")).LeadConsent);

/** Loads what comes after the card itself. */
export function prefetchSections(): void {
  LeadRelations.prefetch();
  LeadConsent.prefetch();
}

// The form comes when somebody opens it.
const EditLead = lazy(() => import("./lead-form.tsx").then((form) => ({ default: form.EditLead })));

interface LeadDetailProps {
  leadId: LeadId;
  editing: boolean;
  onEdit: (editing: boolean) => void;
  /** Back to the list. */
  onLeave: () => void;
  /** Something lies over the lead, whose keys are then its own; or no more. The same function at each render. */
  onOver: (isOver: boolean) => void;
  /** Whether something does: the form, or what `onOver` has said. */
  isOver: boolean;
  /** Shows the way back in the head; a panel has its own. */
  page?: boolean;
  /** More in the head, such as the ways to the lead before and after. */
  steps?: ReactNode;
}

/** What stands under one another on the card, in this order. */
const sections: readonly { key: string; Section: ComponentType<{ card: LeadCard }> }[] = [
  { key: "facts", Section: LeadFacts },
  { key: "relations", Section: Relations },
  { key: "cameBy", Section: CameBy },
  { key: "orders", Section: Orders },
  { key: "consent", Section: Consent },
  { key: "app", Section: LeadApp },
];

/** From this width on the fields and the rest have two columns. */
const twoColumns = 860;

/** One lead: its fields, what is done with it beside them, and the form over both. */
export function LeadDetail(props: LeadDetailProps) {
  const { leadId, editing, onEdit, onLeave, onOver, isOver, page = false, steps } = props;
  const lead = useLead(leadId);
  const card = lead.data;
  const [measured, measuredWide] = useWide(twoColumns);
  const isMeasured = measuredWide !== undefined;
  const wide = measuredWide ?? false;
  // Who they are is on the screen first, what is known of them and done with them a frame later: measuring its room alone costs
  // one layout of the page.
  const drawsAll = usePainted();
  const { beside, show, mayChat, asked } = useBeside(card, measuredWide, isOver);
  const broken = lead.error !== null && !card;
  if (useIsGone(broken ? lead.error : null)) return <GoneLead {...props} />;
  const facts = card && isMeasured && sections.map(({ key, Section }) => <Section key={key} card={card} />);
  const follow = card && isMeasured && <LeadFollow card={card} beside={beside} asked={asked} />;
  const tabs = <BesideTabs beside={beside} wide={wide} mayChat={mayChat} onShow={show} />;
  return (
    <div
      ref={drawsAll ? measured : undefined}
      style={{ "--aside-width": beside === "chat" ? "420px" : "360px" } as React.CSSProperties}
    >
      <DetailPage
        title={card?.nickname}
        lead={card && <Avatar name={card.nickname} picture={card.avatar} size={40} />}
        facts={card && <LeadHeadFacts card={card} />}
        actions={
          card && (
            <>
              {steps}
              <LeadActions
                card={card}
                onChat={mayChat ? () => show("chat") : undefined}
                onEdit={() => onEdit(true)}
                onOver={onOver}
              />
            </>
          )
        }
        {...(page && { onBack: onLeave })}
        loading={lead.isPending}
        error={broken ? lead.error : null}
        onRetry={() => void lead.refetch()}
        aside={
          wide && (
            <div className={laid("sticky top0")}>
              {tabs}
              {follow}
            </div>
          )
        }
      >
        {isMeasured && !wide && tabs}
        {wide || beside === "facts" ? facts : follow}
      </DetailPage>
      <Suspense fallback={null}>
        {card?.can.edit && editing && (
          <EditLead key={leadId} card={card} onClose={() => onEdit(false)} onDone={() => onEdit(false)} />
        )}
      </Suspense>
    </div>
  );
}

/** Instead of a lead that was merged into another one, that one: old mails and bookmarks still lead here. */
function GoneLead(props: LeadDetailProps) {
  const { leadId, onLeave, page } = props;
  const { t } = useTranslation("leads");
  const kept = useMergedInto(leadId);
  if (kept.data)
    return (
      <>
        <Alert
          className={layout.below16 ?? ""}
          type="info"
          showIcon
          title={t("merge.wasMerged", { name: kept.data.mergedName })}
        />
        <LeadDetail {...props} key={kept.data.leadId} leadId={kept.data.leadId} />
      </>
    );
  if (kept.isPending)
    return (
      <DetailPage title="" loading {...(page && { onBack: onLeave })}>
        {null}
      </DetailPage>
    );
  return (
    <EmptyState
      title={t("gone.title")}
      detail={t("gone.detail")}
      action={<Button onClick={onLeave}>{t("toList")}</Button>}
    />
  );
}

/** What somebody last looked at beside a lead is what they look at beside the next one. */
let lastBeside: Beside = "follow";

/** What is shown beside the fields, or instead of them where there is one column; `n` writes a note, `c` answers. */
function useBeside(card: LeadCard | undefined, wide: boolean | undefined, isOver: boolean) {
  const { Conversation } = useLeadSlots();
  const [opensToNote] = useState(takeNoteNext);
  const [toAnswer] = useState(takeAnswerNext);
  const [chosen, setChosen] = useState(opensToNote ? "follow" : toAnswer ? "chat" : lastBeside);
  const [asked, setAsked] = useState(toAnswer);
  const toNote = useRef(opensToNote);
  const mayChat = Boolean(Conversation) && (card?.can.chat ?? false);
  const beside = (chosen === "facts" && wide) || (chosen === "chat" && !mayChat) ? "follow" : chosen;
  const show = (next: Beside) => {
    lastBeside = next;
    setChosen(next);
    setAsked(true);
    toNote.current = false;
  };
  const goToNote = () => {
    const field = toNote.current && document.getElementById(noteFieldId);
    if (!field) return;
    lastBeside = "follow";
    toNote.current = false;
    // Meanwhile the person may have begun to write somewhere else.
    if (!isWritingPlace(document.activeElement)) field.focus();
  };
  // As soon as its field is there, and before the next key: that would be one of the page's.
  useLayoutEffect(goToNote);
  const keys = { enabled: !isOver && card !== undefined };
  useShortcut("c", () => mayChat && show(beside === "chat" ? "follow" : "chat"), keys);
  useShortcut(
    "n",
    () => {
      flushSync(() => show("follow"));
      toNote.current = true;
      goToNote();
    },
    keys,
  );
  return { beside, show, mayChat, asked };
}

/** It comes after what is read first. */
function Consent({ card }: { card: LeadCard }) {
  return (
    <Suspense fallback={null}>
      <LeadConsent card={card} />
    </Suspense>
  );
}

/** They are asked for once the card is there, and move nothing that is above them. */
function Relations({ card }: { card: LeadCard }) {
  return (
    <Suspense fallback={null}>
      <LeadRelations card={card} />
    </Suspense>
  );
}

function Orders({ card }: { card: LeadCard }) {
  const { Orders: Filled } = useLeadSlots();
  return <Suspense fallback={null}>{Filled && <Filled leadId={card.leadId} />}</Suspense>;
}

/** It comes below what is read first, so that nothing moves when it is there. */
function CameBy({ card }: { card: LeadCard }) {
  const { CameBy: Filled } = useLeadSlots();
  return <Suspense fallback={null}>{Filled && <Filled leadId={card.leadId} />}</Suspense>;
}
