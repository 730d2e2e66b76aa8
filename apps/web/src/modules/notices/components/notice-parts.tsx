import { type NoticeDetail, type NoticeLevel, type NoticeType, publishStates } from "@homeroom/contract/notices";
import { useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { cleanFragment } from "../rules/clean-html.ts";
import styles from "./notice-parts.module.css";
import textStyles from "./text/rich-text.module.css";

/** The category of a notice, and its urgency if it is raised. */
export function NoticeTags({ type, level }: { type: NoticeType; level: NoticeLevel }) {
  const { t } = useTranslation("notices");
  return (
    <>
      {level !== "normal" && <TintTag color={level === "urgent" ? "red" : "blue"}>{t(`level.${level}`)}</TintTag>}
      <TintTag color="neutral">{t(`type.${type}`)}</TintTag>
    </>
  );
}

const tones: Record<number, [Tone, string]> = {
  [publishStates.draft]: ["quiet", "draft"],
  [publishStates.published]: ["success", "published"],
  [publishStates.revoked]: ["warning", "revoked"],
};

/** Whether a notice is published. */
export function PublishState({ state }: { state: number }) {
  const { t } = useTranslation("notices");
  const [tone, name] = tones[state] ?? ["quiet", "draft"];
  return <StatusDot tone={tone} label={t(`state.${name}`)} />;
}

/** The content of a notice: its picture in full, and the text below. */
export function NoticeBody({ title, content, imageUrl }: Pick<NoticeDetail, "title" | "content" | "imageUrl">) {
  const { t } = useTranslation("notices");
  return (
    <>
      {imageUrl && (
        <a href={imageUrl} target="_blank" rel="noreferrer" className={laid("below16 block", styles.picture)}>
          <img src={imageUrl} alt={t("pictureOf", { title })} />
        </a>
      )}
      <RichText html={content} />
    </>
  );
}

/** A notice's content, built node by node: the received HTML is never inserted. */
function RichText({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(cleanFragment(html)), [html]);
  return <div ref={place} className={laid("breaking leading24", textStyles.text)} />;
}
