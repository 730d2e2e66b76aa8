import { ClockCircleOutlined, ContainerOutlined, LockOutlined, StopOutlined } from "@ant-design/icons";
import type { ConversationCard } from "@homeroom/contract/chat";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { minuteText } from "#platform/dates.ts";
import { laid } from "#ui/laid.ts";
import { draftOf } from "../../api/drafts.ts";
import type { ComposerState } from "../../rules/composer/composer-state.ts";
import { useReasonText } from "../use-reason-text.ts";
import styles from "./composer.module.css";
import { TemplateButton } from "./inserts/template-button.tsx";
import { LineUsedUp } from "./line-used-up.tsx";
import { ResumeChannel } from "./resume-channel.tsx";

interface ComposerClosedProps {
  card: ConversationCard;
  state: Exclude<ComposerState, "open">;
  /** Set if the field with the draft is not shown. */
  showsDraft: boolean;
  onSent: () => void;
}

const icons = {
  noPermission: LockOutlined,
  onlyTemplates: ContainerOutlined,
  stopped: StopOutlined,
  blocked: StopOutlined,
  neverWrote: ClockCircleOutlined,
  over: ClockCircleOutlined,
  quotaUsedUp: StopOutlined,
} as const;

/** Why the customer cannot be written to now, and what to do. */
export function ComposerClosed({ state, ...rest }: ComposerClosedProps) {
  if (state === "quotaUsedUp") return <LineUsedUp card={rest.card} />;
  return <Closed state={state} {...rest} />;
}

type ClosedProps = ComposerClosedProps & { state: Exclude<ComposerState, "open" | "quotaUsedUp"> };

function Closed({ card, state, showsDraft, onSent }: ClosedProps) {
  const { t } = useTranslation("inbox");
  const view = useDateView();
  const reasonText = useReasonText();
  const { channel, windowEndsAt } = card;
  const Shape = icons[state];
  const at = windowEndsAt ? minuteText(windowEndsAt, view) : "";
  const words = wordsOf(state, channel);
  const draft = showsDraft ? draftOf(card.conversationId) : "";
  const needsTemplate = state === "over" || state === "neverWrote" || state === "onlyTemplates";
  return (
    <div className={laid("middle fixed gap12 pad12x16 lineAbove sunkenGround", styles.closed)} role="note">
      <Shape className={laid("quiet text20")} aria-hidden />
      <div className={laid("grow quiet text13 leading20", styles.closedWords)}>
        <p className={laid("strong textColour")}>{t(`closed.${words}.title`, { channel: channel.name })}</p>
        {words === "stopped" && <p>{reasonText(channel.kind, channel.stoppedReason ?? "")}</p>}
        <p>{t(`closed.${words}.detail`, { at })}</p>
        {draft !== "" && (
          <p className={laid("breaking textColour clip preLine", styles.keptDraft)}>
            {t("closed.draft", { text: draft })}
          </p>
        )}
      </div>
      {state === "stopped" && <ResumeChannel channel={channel} conversationId={card.conversationId} />}
      {needsTemplate && <TemplateButton card={card} onSent={onSent} />}
    </div>
  );
}

/** Has its own text if the kind of account matters. */
function wordsOf(state: ClosedProps["state"], { kind, stoppedReason }: ConversationCard["channel"]) {
  if (state === "stopped" && stoppedReason === "switchedOff") return "switchedOff";
  return state === "blocked" && kind === "line" ? "lineBlocked" : state;
}
