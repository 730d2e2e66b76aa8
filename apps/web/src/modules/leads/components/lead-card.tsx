import { genders, type LeadCard } from "@homeroom/contract/leads";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { countryChoices, countryName } from "#platform/countries.ts";
import { useDateView } from "#platform/date-view.ts";
import { dateText } from "#platform/dates.ts";
import { usePreference } from "#platform/preferences.ts";
import type { YearGuess } from "#ui/date-field/read-date.ts";
import { DetailSection, FoldedFacts } from "#ui/detail-page/detail-page.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useLeadTypes } from "../api/queries.ts";
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
          fact("referrer", <LineFact card={card} field="referrer" />, card.referrer),
          fact("leadDate", <LineFact card={card} field="leadDate" type="date" year="past" />),
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
    <details className={styles.why} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
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
  const [language] = usePreference("language");
  const fact = useFact();
  const { edit } = card.can;
  const genderChoices = Object.values(genders).map((value) => ({ value, label: t(`genders.${value}`) }));
  const countries = countryChoices(language);
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
              mayChange={edit}
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
          fact("fullname", <LineFact card={card} field="fullname" />, card.fullname),
          fact("ename", <LineFact card={card} field="ename" />, card.ename),
          fact("lastName", <LineFact card={card} field="lastName" />, card.lastName),
          fact("firstName", <LineFact card={card} field="firstName" />, card.firstName),
          fact(
            "gender",
            edit ? <ChoiceSave card={card} field="gender" options={genderChoices} /> : t(`genders.${card.gender}`),
            card.gender !== genders.confidential,
          ),
          fact("birthday", <LineFact card={card} field="birthday" type="date" year="none" />, card.birthday),
          fact(
            "country",
            edit ? (
              <ChoiceSave card={card} field="country" options={countries} allowClear none="" />
            ) : (
              countryName(card.country, language)
            ),
            card.country,
          ),
          fact("school", <SchoolFact card={card} field="school" />, card.school),
          fact("grade", <SchoolFact card={card} field="grade" />, card.grade),
          fact("address", <LineFact card={card} field="address" maxLength={255} />, card.address),
          fact("lineUserId", card.lineUserId, card.lineUserId),
        ]}
      />
    </DetailSection>
  );
}

type LineField =
  | "nickname"
  | "fullname"
  | "ename"
  | "lastName"
  | "firstName"
  | "email"
  | "address"
  | "referrer"
  | "birthday"
  | "leadDate"
  | "notes";

interface LineFactProps {
  card: LeadCard;
  field: LineField;
  type?: "text" | "email" | "date";
  year?: YearGuess;
  maxLength?: number;
  multiline?: boolean;
  shown?: ReactNode;
}

function LineFact({ card, field, shown, maxLength = 100, ...line }: LineFactProps) {
  const { t } = useTranslation("leads");
  return (
    <InPlace
      card={card}
      label={t(`fields.${field}`)}
      value={card[field]}
      shown={shown ?? card[field]}
      mayChange={card.can.edit}
      changesOf={(value) => ({ [field]: value })}
      textOf={(of) => of[field]}
      renderEditor={(editor) => <LineEditor {...editor} {...line} maxLength={maxLength} />}
    />
  );
}

function SchoolFact({ card, field }: { card: LeadCard; field: "school" | "grade" }) {
  const { t } = useTranslation("leads");
  return (
    <InPlace
      card={card}
      label={t(`fields.${field}`)}
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
  const yesNo = [1, 0].map((value) => ({ value, label: t(value === 1 ? "yes" : "no") }));
  return (
    <DetailSection title={t("sections.contacts")}>
      <FoldedFacts
        facts={[
          fact("contact1", contact("contact1"), isKnown(card.contact1)),
          fact("contact2", contact("contact2"), isKnown(card.contact2)),
          fact(
            "acceptmessage",
            card.can.edit ? (
              <ChoiceSave card={card} field="acceptmessage" options={yesNo} />
            ) : (
              t(card.acceptmessage === 1 ? "yes" : "no")
            ),
          ),
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
        shown={card.notes && <span className={styles.notes}>{card.notes}</span>}
      />
    </DetailSection>
  );
}

/** A fact of the card; without `known` it is one that people work with, shown empty too. */
function useFact() {
  const { t } = useTranslation("leads");
  return (name: string, value: ReactNode, known: unknown = true) => ({
    label: t(`fields.${name}`),
    value,
    isKnown: Boolean(known),
  });
}

function isKnown({ name, phone, email }: LeadCard["contact1"]): boolean {
  return [name, phone, email].some(Boolean);
}

function Contact({ contact }: { contact: LeadCard["contact1"] }) {
  return (
    <span className={styles.contact}>
      {contact.name && <span>{contact.name}</span>}
      {contact.phone && <PhoneLink areaCode={contact.areaCode} phone={contact.phone} copies />}
      {contact.email && <EmailLink email={contact.email} copies />}
    </span>
  );
}
