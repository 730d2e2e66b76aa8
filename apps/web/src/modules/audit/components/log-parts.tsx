import { auditSentenceParts } from "@homeroom/contract/audit-texts";
import type { LogRow } from "@homeroom/contract/log";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "#platform/access.ts";
import { usePreference } from "#platform/preferences.ts";
import { Avatar } from "#ui/avatar/avatar.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { subjectAddress } from "../rules/subject-address.ts";

/** Who did it, with their picture; the product itself by its name. */
export function Operator({ entry }: { entry: LogRow }) {
  const { t } = useTranslation("log");
  const name = entry.operator || t("product");
  return (
    <span className={laid("inlineRow narrowable maxWide")}>
      <Avatar name={name} picture={entry.avatar} size={20} />
      <span className={laid("cut narrowable")}>{name}</span>
    </span>
  );
}

/** What was done, with the subject as a link where the reader can open it. */
export function Sentence({ entry }: { entry: LogRow }) {
  const [language] = usePreference("language");
  const can = useCan();
  const [before, name, after] = auditSentenceParts(entry, language);
  const address = subjectAddress(entry, can);
  return (
    <span className={layout.narrowable}>
      {before}
      {address ? <Link to={address}>{name}</Link> : <b className={layout.strong}>{name}</b>}
      {after}
    </span>
  );
}

/** "Chrome 142 · Windows 10"; nothing when neither is known. */
export function deviceText({ browser, os }: LogRow): string {
  return [browser, os].filter(Boolean).join(" · ");
}

/** The address, and whether it is an internal one. */
export function Address({ entry }: { entry: LogRow }) {
  return (
    <span className={layout.number}>
      {entry.ip}
      {entry.region && <span className={laid("small before8")}>{entry.region}</span>}
    </span>
  );
}
