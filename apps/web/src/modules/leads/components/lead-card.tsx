import { declaredLeadField, type LineField, lineFields, type PlainLeadField } from "@homeroom/contract/lead-fields";
import type { LeadCard } from "@homeroom/contract/leads";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { countryChoices } from "#platform/countries.ts";
import { useDateView } from "#platform/date-view.ts";
import { dateText, dayAndWeekdayText } from "#platform/dates.ts";
import { usePreference } from "#platform/preferences.ts";
import type { YearGuess } from "#ui/date-field/read-date.ts";
import { DetailSection, FoldedFacts } from "#ui/detail-page/detail-page.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useLeadTypes } from "../api/queries.ts";
import { choiceNames, nameFields, personFields, useDeclaredText, useFieldLabel } from "./declared-names.ts";
import { ChoiceInPlace, ChoiceSave } from "./in-place/choice-in-place.tsx";
import { ChannelEditor, ContactEditor, LineEditor, PhoneEditor, SchoolEditor } from "./in-place/editors.tsx";
import { InPlace } from "./in-place/in-place.tsx";
import { TagsInPlace } from "./in-place/tags-in-place.tsx";
import styles from "./lead-card.module.css";
import { useLeadSlots } from "./lead-slots.ts";
import { EmailLink, PhoneLink } from "./reach-links.tsx";

/** A lead's fields, grouped as in the form; each is edited in place with the permission. */
export function LeadFacts({ card }: { card: LeadCard }) {
  return (
    <>
      <Assignment card={card} />
      <Basic card={card} />
      <Contacts card={card} />
      <Remarks card={card} />
    </>
  );
}

function Assignment({ card }: { card: LeadCard }) {
  const { t } = useTranslation("leads");
  const view = useDateView();
  const types = useLeadTypes();
  const fact = useFact();
  const sourceOf = ({ names }: LeadCard) => [names.channel, names.secondaryChannel].filter(Boolean).join(" / ");
  return (
    <DetailSection title={t("sections.assignment")}>
      <FoldedFacts
        facts={[
          fact("status", <ChoiceInPlace card={card} field="status" />),
          fact("result", <ChoiceInPlace card={card} field="result" />, card.result),
          fact("sales", <ChoiceInPlace card={card} field="sales" />),
          fact("tutor", <ChoiceInPlace card={card} field="tutor" />, card.tutor),
          fact("tag", <TagsInPlace card={card} />),
          fact(
            "channel",
            <InPlace
              card={card}
              label={t("fields.channel")}
              value={{ channel: card.channel, secondaryChannel: card.secondaryChannel }}
              shown={sourceOf(card)}
              mayChange={card.can.edit}
              changesOf={(source) => source}
              textOf={sourceOf}
              renderEditor={(editor) => <ChannelEditor {...editor} />}
            />,
          ),
          fact("referrer", <DeclaredFact card={card} field="referrer" />, card.referrer),
          fact(
            "leadDate",
            <LineFact
              card={card}
              field="leadDate"
              type="date"
              year="past"
              shown={card.leadDate && dayAndWeekdayText(card.leadDate, view.language)}
            />,
          ),
          fact("leadType", types?.find(({ value }) => value === String(card.leadType))?.label, card.leadType),
          fact("lastContactDate", <RelativeTime value={card.lastContactDate} />, card.lastContactDate),
          fact("revisitCount", card.revisitCount, card.revisitCount),
          fact("leadcount", card.leadcount, card.leadcount > 1),
          fact("gptStatus", t(`desk.gptStatus.${card.gptStatus}`)),
          fact("branch", card.branchName),
          fact("createTime", <Moment by={card.creator} at={dateText(card.createTime, view)} />),
          fact("updateTime", <Moment by={card.updater} at={dateText(card.updateTime, view)} />),
        ]}
      />
      <Why card={card} />
    </DetailSection>
  );
}

/** The reasons for the lead's assignments, loaded on request. */
function Why({ card }: { card: LeadCard }) {
  const { t } = useTranslation("leads");
  const { WhyAssigned } = useLeadSlots();
  const [opened, setOpened] = useState(false);
  if (!WhyAssigned || !card.sales) return null;
  return (
    <details
      className={laid("small above12", styles.why)}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary>{t("card.whyAssigned")}</summary>
      <Suspense fallback={null}>{opened && <WhyAssigned leadId={card.leadId} />}</Suspense>
    </details>
  );
}

function Moment({ by, at }: { by: string; at: string }) {
  return [by, at].filter(Boolean).join(" · ");
}

function Basic({ card }: { card: LeadCard }) {
  const { t } = useTranslation("leads");
  const fact = useFact();
  const phoneOf = ({ areaCode, phone }: LeadCard) => [areaCode, phone].filter(Boolean).join(" ");
  return (
    <DetailSection title={t("sections.basic")}>
      <FoldedFacts
        facts={[
          fact("nickname", <LineFact card={card} field="nickname" maxLength={64} />),
          fact(
            "phone",
            <InPlace
              card={card}
              label={t("fields.phone")}
              value={{ areaCode: card.areaCode, phone: card.phone }}
              shown={card.phone && <PhoneLink areaCode={card.areaCode} phone={card.phone} copies />}
              mayChange={card.can.edit}
              changesOf={(phone) => phone}
              textOf={phoneOf}
              renderEditor={(editor) => <PhoneEditor {...editor} />}
            />,
          ),
          fact(
            "email",
            <LineFact
              card={card}
              field="email"
              type="email"
              maxLength={128}
              shown={card.email && <EmailLink email={card.email} copies />}
            />,
          ),
          ...[...nameFields, ...personFields].map((field) =>
            fact(field, <DeclaredFact card={card} field={field} />, card[field]),
          ),
          fact("lineUserId", card.lineUserId, card.lineUserId),
        ]}
      />
    </DetailSection>
  );
}

type LineFactField = "nickname" | "email" | "birthday" | "leadDate" | "notes" | LineField;

interface LineFactProps {
  card: LeadCard;
  field: LineFactField;
  type?: "text" | "email" | "date";
  year?: YearGuess;
  maxLength?: number;
  multiline?: boolean;
  shown?: ReactNode;
}

/** A declared field. */
function DeclaredFact({ card, field }: { card: LeadCard; field: PlainLeadField }) {
  const { t } = useTranslation("leads");
  const [language] = usePreference("language");
  const textOf = useDeclaredText();
  const { kind, suggestions, max } = declaredLeadField(field) ?? {};
  if (isLineField(field)) {
    if (suggestions) return <SchoolFact card={card} field={field} />;
    return <LineFact card={card} field={field} {...(max && { maxLength: max })} />;
  }
  if (field === "birthday") return <LineFact card={card} field={field} type="date" year="none" />;
  if (!card.can.edit) return textOf(field, card[field]);
  if (kind === "country")
    return <ChoiceSave card={card} field={field} options={countryChoices(language)} allowClear none="" />;
  const yesNo = [1, 0].map((value) => ({ value, label: t(value === 1 ? "yes" : "no") }));
  return <ChoiceSave card={card} field={field} options={kind === "flag" ? yesNo : choiceNames(field, language)} />;
}

const isLineField = (field: PlainLeadField): field is LineField => lineFields.some((line) => line === field);

function LineFact({ card, field, shown, maxLength = 100, ...line }: LineFactProps) {
  const label = useFieldLabel();
  return (
    <InPlace
      card={card}
      label={label(field)}
      value={card[field]}
      shown={shown ?? card[field]}
      mayChange={card.can.edit}
      changesOf={(value) => ({ [field]: value })}
      textOf={(of) => of[field]}
      renderEditor={(editor) => <LineEditor {...editor} {...line} maxLength={maxLength} />}
    />
  );
}

function SchoolFact({ card, field }: { card: LeadCard; field: LineField }) {
  const label = useFieldLabel();
  return (
    <InPlace
      card={card}
      label={label(field)}
      value={card[field]}
      shown={card[field]}
      mayChange={card.can.edit}
      changesOf={(value) => ({ [field]: value })}
      textOf={(of) => of[field]}
      renderEditor={(editor) => <SchoolEditor {...editor} />}
    />
  );
}

function Contacts({ card }: { card: LeadCard }) {
  const { t } = useTranslation("leads");
  const fact = useFact();
  const contact = (field: "contact1" | "contact2") => (
    <InPlace
      card={card}
      label={t(`fields.${field}`)}
      value={card[field]}
      shown={isKnown(card[field]) && <Contact contact={card[field]} />}
      mayChange={card.can.edit}
      changesOf={(value) => ({ [field]: value })}
      textOf={(of) => Object.values(of[field]).filter(Boolean).join(" ")}
      renderEditor={(editor) => <ContactEditor {...editor} />}
    />
  );
  return (
    <DetailSection title={t("sections.contacts")}>
      <FoldedFacts
        facts={[
          fact("contact1", contact("contact1"), isKnown(card.contact1)),
          fact("contact2", contact("contact2"), isKnown(card.contact2)),
          fact("acceptmessage", <DeclaredFact card={card} field="acceptmessage" />),
        ]}
      />
    </DetailSection>
  );
}

function Remarks({ card }: { card: LeadCard }) {
  const { t } = useTranslation("leads");
  if (!card.notes && !card.can.edit) return null;
  return (
    <DetailSection title={t("fields.notes")}>
      <LineFact
        card={card}
        field="notes"
        maxLength={2000}
        multiline
        shown={card.notes && <span className={layout.written}>{card.notes}</span>}
      />
    </DetailSection>
  );
}

/** A fact of the card; without `known` it is always shown, even if empty. */
function useFact() {
  const label = useFieldLabel();
  return (name: string, value: ReactNode, known: unknown = true) => ({
    label: label(name),
    value,
    isKnown: Boolean(known),
  });
}

function isKnown({ name, phone, email }: LeadCard["contact1"]): boolean {
  return [name, phone, email].some(Boolean);
}

function Contact({ contact }: { contact: LeadCard["contact1"] }) {
  return (
    <span className={laid("column alignStart")}>
      {contact.name && <span>{contact.name}</span>}
      {contact.phone && <PhoneLink areaCode={contact.areaCode} phone={contact.phone} copies />}
      {contact.email && <EmailLink email={contact.email} copies />}
    </span>
  );
}
