import type { LeadRow } from "@homeroom/contract/leads";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useListItems } from "#platform/choices.ts";
import { Avatar } from "#ui/avatar/avatar.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";

/** The colours of the default statuses by code; an organisation's own are quiet. */
const tones: Readonly<Record<string, Tone>> = {
  new: "primary",
  following: "warning",
  appointment: "violet",
  trial: "teal",
  deal: "success",
  closed: "quiet",
};

/** Codes of the statuses by their ids: the same map while the statuses are the same. */
export function useStatusCodes(): ReadonlyMap<string, string | undefined> {
  const statuses = useListItems("leadStatuses");
  return useMemo(() => new Map(statuses?.map((item) => [item.recordID, item.code])), [statuses]);
}

export function toneOf(code: string | undefined): Tone {
  return tones[code ?? ""] ?? "quiet";
}

interface StatusProps {
  status: { recordID: string; name: string } | null;
}

/** A lead's status: a dot with its name. Renders nothing without one. */
export function LeadStatus({ status }: StatusProps) {
  const codes = useStatusCodes();
  return status && <StatusDot tone={toneOf(codes.get(status.recordID))} label={status.name} />;
}

/** A person's picture and name. */
export function PersonName({ person }: { person: LeadRow["sales"] }) {
  if (!person) return null;
  return (
    <span className={laid("inlineRow narrowable maxWide")}>
      <Avatar name={person.nickname} picture={person.avatar} size={20} />
      <span className={layout.cut}>{person.nickname}</span>
    </span>
  );
}

const tagsShown = 2;

/** Tags as tints: all of them, or the first two and how many more. */
export function LeadTags({ tags, short = false }: { tags: LeadRow["tag"]; short?: boolean }) {
  const { t } = useTranslation("leads");
  if (tags.length === 0) return null;
  const shown = short ? tags.slice(0, tagsShown) : tags;
  const more = tags.slice(shown.length);
  return (
    <span className={laid("narrowable inlineFlex wrap gap4")}>
      {shown.map((tag) => (
        <TintTag key={tag.recordID} color={tag.color}>
          {tag.name}
        </TintTag>
      ))}
      {more.length > 0 && (
        <span className={layout.small} title={more.map((tag) => tag.name).join(t("comma"))}>
          +{more.length}
        </span>
      )}
    </span>
  );
}
