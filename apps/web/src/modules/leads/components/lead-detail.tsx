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
import { BesideTabs, LeadFollow, type SidePane } from "./lead-beside.tsx";
import { LeadFacts } from "./lead-card.tsx";
import { LeadActions, LeadHeadFacts } from "./lead-head.tsx";
import { useLeadSlots } from "./lead-slots.ts";

const LeadRelations = lazyPart(async () => (await import("./family/lead-relations.tsx")).LeadRelations);
const LeadConsent = lazyPart(async () => (await import("./consent/lead-consent.tsx")).LeadConsent);

/** Preloads the parts that follow the card itself. */
export function prefetchSections(): void {
  LeadRelations.prefetch();
  LeadConsent.prefetch();
}

// The form loads when it is opened.
const EditLead = lazy(() => import("./lead-form.tsx").then((form) => ({ default: form.EditLead })));

interface LeadDetailProps {
  leadId: LeadId;
  editing: boolean;
  onEdit: (editing: boolean) => void;
  /** Back to the list. */
  onLeave: () => void;
  /** Called when something covers the lead and takes its shortcuts, and when it no longer does. Stable between renders. */
  onOver: (isOver: boolean) => void;
  /** Whether something covers it: the form, or what `onOver` reported. */
  isOver: boolean;
  /** Shows a back button in the header; a panel has its own. */
  page?: boolean;
  /** More in the header, such as buttons for the previous and next lead. */
  steps?: ReactNode;
}

/** The parts of the card below one another, in order. */
const sections: readonly { key: string; Section: ComponentType<{ card: LeadCard }> }[] = [
  { key: "facts", Section: LeadFacts },
  { key: "relations", Section: Relations },
  { key: "cameBy", Section: CameBy },
  { key: "orders", Section: Orders },
  { key: "consent", Section: Consent },
  { key: "app", Section: LeadApp },
];

/** From this width on, the fields and the rest are in two columns. */
const twoColumns = 860;

/** One lead: its fields, the follow-up beside them, and the form over both. */
export function LeadDetail(props: LeadDetailProps) {
  const { leadId, editing, onEdit, onLeave, onOver, isOver, page = false, steps } = props;
  const lead = useLead(leadId);
  const card = lead.data;
  const [measured, measuredWide] = useWide(twoColumns);
  const isMeasured = measuredWide !== undefined;
  const wide = measuredWide ?? false;
  // The header renders first, fields and follow-up one frame later: measuring their space alone costs a layout of the page.
  const drawsAll = usePainted();
  const { beside, show, mayChat, asked } = useBeside(card, measuredWide, isOver);
  const broken = lead.error !== null && !card;
  // A form over the lead may have unsaved input, which stays until it is closed.
  if (useIsGone(broken || !isOver ? lead.error : null)) return <GoneLead {...props} />;
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

/** Redirects from a merged lead to the kept one, since old mails and bookmarks still lead here. */
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

/** The tab last open beside a lead is also open beside the next one. */
let lastBeside: SidePane = "follow";

/** The tab beside the fields, or instead of them with one column; `n` writes a note, `c` opens the conversation. */
function useBeside(card: LeadCard | undefined, wide: boolean | undefined, isOver: boolean) {
  const { Conversation } = useLeadSlots();
  const [opensToNote] = useState(takeNoteNext);
  const [toAnswer] = useState(takeAnswerNext);
  const [chosen, setChosen] = useState(opensToNote ? "follow" : toAnswer ? "chat" : lastBeside);
  const [asked, setAsked] = useState(toAnswer);
  const toNote = useRef(opensToNote);
  const mayChat = Boolean(Conversation) && (card?.can.chat ?? false);
  const beside = (chosen === "facts" && wide) || (chosen === "chat" && !mayChat) ? "follow" : chosen;
  const show = (next: SidePane) => {
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
    // The person may have started to type elsewhere.
    if (!isWritingPlace(document.activeElement)) field.focus();
  };
  // As soon as the field is mounted and before the next key, which would be a shortcut of the page.
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

/** It loads after the main content. */
function Consent({ card }: { card: LeadCard }) {
  return (
    <Suspense fallback={null}>
      <LeadConsent card={card} />
    </Suspense>
  );
}

/** They are fetched once the card has loaded, and move nothing above them. */
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

/** It is below the main content, so that nothing moves when it loads. */
function CameBy({ card }: { card: LeadCard }) {
  const { CameBy: Filled } = useLeadSlots();
  return <Suspense fallback={null}>{Filled && <Filled leadId={card.leadId} />}</Suspense>;
}
