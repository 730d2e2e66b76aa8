import type { ConversationCard } from "@homeroom/contract/chat";
import { type DragEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNow } from "#platform/date-view.ts";
import { composerState } from "../../rules/composer-state.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import styles from "./composer.module.css";
import { ComposerClosed } from "./composer-closed.tsx";
import { useAttachments } from "./use-attachments.ts";
import { WindowLine } from "./window-line.tsx";
import { WritingPlace } from "./writing-place.tsx";

interface ComposerProps {
  card: ConversationCard;
  quoted: ShownMessage | null;
  onUnquote: () => void;
  onSent: () => void;
}

/** The place to answer, or why one cannot. */
export function Composer({ card, quoted, onUnquote, onSent }: ComposerProps) {
  const { t } = useTranslation("inbox");
  const attachments = useAttachments();
  const [over, setOver] = useState(false);
  // To the second: the moment at which nothing more can be sent must not be missed.
  const state = composerState(card, useNow("second"));
  if (state !== "open") return <ComposerClosed card={card} state={state} onSent={onSent} />;

  const handleDrag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(event.type === "dragenter" || event.type === "dragover");
    if (event.type === "drop") attachments.add([...event.dataTransfer.files]);
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping has the attach button beside it
    <div
      className={styles.composer}
      role="group"
      aria-label={t("composer.label")}
      data-over={over || undefined}
      onDragEnter={handleDrag}
      onDragOver={handleDrag}
      onDragLeave={handleDrag}
      onDrop={handleDrag}
    >
      {over && <p className={styles.dropHere}>{t("composer.drop")}</p>}
      <WritingPlace card={card} attachments={attachments} quoted={quoted} onUnquote={onUnquote} onSent={onSent} />
      <WindowLine card={card} />
    </div>
  );
}
