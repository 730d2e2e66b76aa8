import type { LeadId } from "@homeroom/contract/ids";
import type { LeadCard } from "@homeroom/contract/leads";
import { Select } from "antd";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useDateView } from "#platform/date-view.ts";
import { dayAndWeekdayText } from "#platform/dates.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useFamily } from "../../api/lead-families.ts";
import { useLead } from "../../api/queries.ts";
import { useLiveLeads } from "../../realtime.ts";
import { ChoiceInPlace } from "../in-place/choice-in-place.tsx";
import { TagsInPlace } from "../in-place/tags-in-place.tsx";
import { useLeadSlots } from "../lead-slots.ts";
import styles from "./follow-up.module.css";
import { LeadHistory } from "./lead-history.tsx";
import { LeadNotes } from "./lead-notes.tsx";
import { NextContact } from "./next-contact.tsx";

export interface FollowUpProps {
  leadId: LeadId;
  /** The tags of this lead, if the parent component has its own editor for them. */
  labels?: ReactNode;
}

/**
 * The follow-up of a lead in one narrow column: its status, the next contact, notes and history, edited in place. In a
 * family people choose which child it is about.
 */
export function FollowUp({ leadId, labels }: FollowUpProps) {
  useLiveLeads();
  const [chosen, setChosen] = useState<LeadId>(leadId);
  const lead = useLead(chosen);
  if (lead.error !== null && !lead.data) return <ErrorState message={lead.error} onRetry={() => void lead.refetch()} />;
  return (
    <>
      <ChildChoice leadId={leadId} chosen={chosen} onChoose={setChosen} />
      {lead.data ? (
        <Sections key={chosen} card={lead.data} labels={chosen === leadId ? labels : undefined} />
      ) : (
        <Skeleton height={160} />
      )}
    </>
  );
}

interface ChildChoiceProps {
  leadId: LeadId;
  chosen: LeadId;
  onChoose: (leadId: LeadId) => void;
}

/** Chooses which of a parent's children the card is about; renders nothing for a single child. */
function ChildChoice({ leadId, chosen, onChoose }: ChildChoiceProps) {
  const { t } = useTranslation("leads");
  const { data: family } = useFamily(leadId);
  if (!family || family.members.length < 2) return null;
  return (
    <div className={laid("column gap4 pad12x0 lineAbove")}>
      <span className={layout.quiet}>{t("followUp.child")}</span>
      <Select<LeadId>
        value={chosen}
        aria-label={t("followUp.child")}
        options={family.members.map(({ leadId: value, nickname, grade }) => ({
          value,
          label: [nickname, grade].filter(Boolean).join(" · "),
        }))}
        onChange={onChoose}
      />
    </div>
  );
}

function Sections({ card, labels }: { card: LeadCard; labels: ReactNode }) {
  const { t } = useTranslation("leads");
  const { Orders, CameBy } = useLeadSlots();
  return (
    <>
      <p className={laid("text13 textCentre", styles.open)}>
        <Link to={`/lead/list?lead=${card.leadId}`}>{t("followUp.open")}</Link>
      </p>
      <Facts card={card} labels={labels} />
      <Section title={t("fields.nextContactDate")}>
        <NextContact card={card} />
      </Section>
      <Section title={t("notes.title")}>
        <LeadNotes card={card} />
      </Section>
      <Suspense fallback={null}>{Orders && <Orders leadId={card.leadId} />}</Suspense>
      <Suspense fallback={null}>{CameBy && <CameBy leadId={card.leadId} />}</Suspense>
      <Section title={t("history.title")}>
        <LeadHistory leadId={card.leadId} />
      </Section>
    </>
  );
}

function Facts({ card, labels }: { card: LeadCard; labels: ReactNode }) {
  const { t } = useTranslation("leads");
  const view = useDateView();
  const { names } = card;
  const source = [names.channel, names.secondaryChannel].filter(Boolean).join(" / ");
  const facts: [label: string, value: ReactNode][] = [
    [t("fields.status"), <ChoiceInPlace key="status" card={card} field="status" />],
    [t("fields.result"), <ChoiceInPlace key="result" card={card} field="result" />],
    [t("fields.sales"), <ChoiceInPlace key="sales" card={card} field="sales" />],
    [t("fields.tutor"), <ChoiceInPlace key="tutor" card={card} field="tutor" />],
    [t("fields.tag"), labels ?? <TagsInPlace key="tag" card={card} />],
    [t("fields.channel"), source],
    [t("fields.branch"), card.branchName],
    [t("fields.email"), card.email],
    [t("fields.leadDate"), card.leadDate && dayAndWeekdayText(card.leadDate, view.language)],
    [t("fields.lastContactDate"), card.lastContactDate && <RelativeTime value={card.lastContactDate} />],
    [t("fields.notes"), card.notes],
  ];
  return (
    <dl className={laid("gridBox noMargin pad8x0 lineAbove", styles.facts)}>
      {facts
        .filter(([, value]) => Boolean(value))
        .map(([label, value]) => (
          <div key={label} className={laid("gridBox alignCentre spanAll minHeight32", styles.fact)}>
            <dt className={layout.quiet}>{label}</dt>
            <dd className={layout.breaking}>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={laid("pad12x0 lineAbove")}>
      <h3 className={laid("strong text14 below8")}>{title}</h3>
      {children}
    </section>
  );
}
