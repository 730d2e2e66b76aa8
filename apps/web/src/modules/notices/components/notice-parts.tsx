import { type NoticeLevel, type NoticeType, publishStates } from "@homeroom/contract/notices";
import { useTranslation } from "react-i18next";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";

/** What a notice is about, and how much it presses if it does. */
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

/** Whether a notice is out. */
export function PublishState({ state }: { state: number }) {
  const { t } = useTranslation("notices");
  const [tone, name] = tones[state] ?? ["quiet", "draft"];
  return <StatusDot tone={tone} label={t(`state.${name}`)} />;
}
