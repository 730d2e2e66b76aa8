import type { StaffRow } from "@homeroom/contract/staff";
import { useTranslation } from "react-i18next";
import { fullName } from "#platform/full-name.ts";
import { Avatar } from "#ui/avatar/avatar.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";
import styles from "./staff-parts.module.css";

const tones: Readonly<Record<number, Tone>> = { 0: "warning", 1: "success", 2: "quiet" };

/** Whether somebody works here: a dot with a word. */
export function StaffStatus({ status }: { status: number }) {
  const { t } = useTranslation("staff");
  return <StatusDot tone={tones[status] ?? "quiet"} label={t(`statuses.${status}`)} />;
}

/** A person's picture and nickname, with their other names. */
export function StaffName({ person }: { person: StaffRow }) {
  const { t } = useTranslation("staff");
  const full = [fullName(person), person.ename].filter((name) => name && name !== person.nickname).join(" · ");
  return (
    <span className={laid("inlineRow narrowable maxWide")}>
      <Avatar name={person.nickname} picture={person.avatar} size={24} />
      <span className={laid("cut narrowable")} title={full || undefined}>
        <b className={layout.strong}>{person.nickname}</b>
        {full && <span className={laid("quiet before8")}>{full}</span>}
      </span>
      {person.isOwner && (
        <span className={layout.fixed}>
          <TintTag color="blue">{t("owner")}</TintTag>
        </span>
      )}
    </span>
  );
}

const namesShown = 2;

/** Names of roles or branches: the first two and how many more. */
export function Names({ names, short = false }: { names: readonly string[]; short?: boolean }) {
  const { t } = useTranslation("staff");
  if (names.length === 0) return null;
  const shown = short ? names.slice(0, namesShown) : names;
  const more = names.length - shown.length;
  return (
    <span
      className={laid("inlineMiddle narrowable wrap gap4 maxWide", styles.names)}
      data-short={short || undefined}
      title={names.join(t("comma"))}
    >
      {shown.map((name) => (
        <TintTag key={name} color="neutral">
          {name}
        </TintTag>
      ))}
      {more > 0 && <span className={layout.small}>+{more}</span>}
    </span>
  );
}
