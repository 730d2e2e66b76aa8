import type { LeadCard } from "@homeroom/contract/leads";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateText, dateTimeText } from "#platform/dates.ts";
import { phoneLink, phoneText } from "#platform/phone.ts";
import { usePreference } from "#platform/preferences.ts";
import { DetailSection, FactList } from "#ui/detail-page/detail-page.tsx";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useLeadTypes } from "../api/queries.ts";
import { countryName } from "../rules/area-codes.ts";
import { ChangeInPlace } from "./change-in-place.tsx";
import styles from "./lead-card.module.css";
import { LeadTags } from "./lead-parts.tsx";

/** A lead's fields, grouped as the form groups them. */
export function LeadFacts({ card }: { card: LeadCard }) {
  return (
    <>
      <Basic card={card} />
      <Assignment card={card} />
      <Contacts card={card} />
      <Remarks card={card} />
      <App card={card} />
    </>
  );
}

function Basic({ card }: { card: LeadCard }) {
  const { t } = useTranslation("leads");
  const [language] = usePreference("language");
  const view = useDateView();
  const fact = useFact();
  return (
    <DetailSection title={t("sections.basic")}>
      <Facts
        facts={[
          fact("phone", card.phone && <Phone areaCode={card.areaCode} phone={card.phone} />),
          fact("email", card.email && <Email email={card.email} />),
          fact("fullname", card.fullname),
          fact("ename", card.ename),
          fact("lastName", card.lastName),
          fact("firstName", card.firstName),
          fact("gender", t(`genders.${card.gender}`)),
          fact("birthday", card.birthday && dateText(card.birthday, view)),
          fact("country", countryName(card.country, language)),
          fact("school", card.school),
          fact("grade", card.grade),
          fact("address", card.address),
        ]}
      />
    </DetailSection>
  );
}

function Assignment({ card }: { card: LeadCard }) {
  const { t } = useTranslation("leads");
  const view = useDateView();
  const types = useLeadTypes();
  const fact = useFact();
  const { names } = card;
  return (
    <DetailSection title={t("sections.assignment")}>
      <Facts
        facts={[
          fact("status", <ChangeInPlace card={card} field="status" />),
          fact("result", <ChangeInPlace card={card} field="result" />),
          fact("sales", <ChangeInPlace card={card} field="sales" />),
          fact("tutor", <ChangeInPlace card={card} field="tutor" />),
          fact("tag", names.tag.length > 0 && <LeadTags tags={names.tag} />),
          fact("channel", [names.channel, names.secondaryChannel].filter(Boolean).join(" / ")),
          fact("referrer", card.referrer),
          fact("leadDate", dateText(card.leadDate, view)),
          fact("leadType", types?.find(({ value }) => value === String(card.leadType))?.label),
          fact("lastContactDate", card.lastContactDate && <RelativeTime value={card.lastContactDate} />),
          fact("nextContactDate", card.nextContactDate && dateText(card.nextContactDate, view)),
          fact("revisitCount", card.revisitCount || null),
          fact("branch", card.branchName),
        ]}
      />
    </DetailSection>
  );
}

function Contacts({ card }: { card: LeadCard }) {
  const { t } = useTranslation("leads");
  const fact = useFact();
  return (
    <DetailSection title={t("sections.contacts")}>
      <Facts
        facts={[
          fact("contact1", isKnown(card.contact1) && <Contact contact={card.contact1} />),
          fact("contact2", isKnown(card.contact2) && <Contact contact={card.contact2} />),
          fact("acceptmessage", t(card.acceptmessage === 1 ? "yes" : "no")),
        ]}
      />
    </DetailSection>
  );
}

function Remarks({ card }: { card: LeadCard }) {
  const { t } = useTranslation("leads");
  if (!card.notes) return null;
  return (
    <DetailSection title={t("fields.notes")}>
      <p className={styles.notes}>{card.notes}</p>
    </DetailSection>
  );
}

function App({ card }: { card: LeadCard }) {
  const { t } = useTranslation("leads");
  const view = useDateView();
  const fact = useFact();
  const made = [card.creator, dateTimeText(card.createTime, view)].filter(Boolean).join(" · ");
  const changed = [card.updater, dateTimeText(card.updateTime, view)].filter(Boolean).join(" · ");
  return (
    <DetailSection title={t("sections.app")}>
      <Facts
        facts={[
          fact("appopenflag", t(card.appopenflag === 1 ? "yes" : "no")),
          fact("appDevice", card.appDevice),
          fact("systemVersion", card.systemVersion),
          fact("appVersion", card.appVersion),
          fact("lineUserId", card.lineUserId),
          fact("createTime", made),
          fact("updateTime", changed),
        ]}
      />
    </DetailSection>
  );
}

/** On a phone, where facts stand one under the other, those that are not known are left out. */
function Facts({ facts }: { facts: { label: string; value: ReactNode }[] }) {
  const narrow = useNarrow(576);
  return <FactList facts={narrow ? facts.filter(({ value }) => Boolean(value)) : facts} />;
}

function useFact() {
  const { t } = useTranslation("leads");
  return (name: string, value: ReactNode) => ({ label: t(`fields.${name}`), value });
}

function isKnown({ name, phone, email }: LeadCard["contact1"]): boolean {
  return [name, phone, email].some(Boolean);
}

function Contact({ contact }: { contact: LeadCard["contact1"] }) {
  return (
    <span className={styles.contact}>
      {contact.name && <span>{contact.name}</span>}
      <Phone areaCode={contact.areaCode} phone={contact.phone} />
      <Email email={contact.email} />
    </span>
  );
}

function Phone({ areaCode, phone }: { areaCode: string; phone: string }) {
  if (!phone) return null;
  return <a href={phoneLink(areaCode, phone)}>{phoneText(areaCode, phone)}</a>;
}

function Email({ email }: { email: string }) {
  if (!email) return null;
  return <a href={`mailto:${email}`}>{email}</a>;
}
