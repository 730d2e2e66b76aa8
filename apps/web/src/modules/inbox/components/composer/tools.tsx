import { CommentOutlined, FormOutlined, PaperClipOutlined, SmileOutlined } from "@ant-design/icons";
import { Button, Popover } from "antd";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { FileInput } from "#ui/choice/file-input.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import layout from "#ui/layout.module.css";
import { LibraryButton } from "#ui/picture-upload/library-button.tsx";
import type { LibraryPicture } from "#ui/picture-upload/picture-library.ts";
import { pickable } from "../../rules/composer/attachments.ts";
import { VoiceButton } from "./inserts/voice-recorder.tsx";

const EmojiBoard = lazy(() => import("./inserts/emoji-board.tsx").then(({ EmojiBoard }) => ({ default: EmojiBoard })));

/** Opens the emoji board, which loads on first use. */
function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const { t } = useTranslation("inbox");
  const [open, setOpen] = useState(false);
  const board = (
    <Suspense fallback={<div style={{ width: 306, height: 272 }} />}>
      <EmojiBoard onPick={onPick} />
    </Suspense>
  );
  return (
    <Popover trigger="click" placement="topLeft" destroyOnHidden open={open} onOpenChange={setOpen} content={board}>
      <Button type="text" icon={<SmileOutlined />} aria-label={t("composer.emoji")} title={t("composer.emoji")} />
    </Popover>
  );
}

interface ToolsProps {
  onFiles: (files: readonly File[]) => void;
  onEmoji: (emoji: string) => void;
  onReplies: () => void;
  onVoice: () => void;
  onNote: () => void;
  /** Further tools, such as templates. */
  children?: ReactNode;
}

/** The tools that insert something into a message, or send something else instead. */
export function Tools({ onFiles, onEmoji, onReplies, onVoice, onNote, children }: ToolsProps) {
  const { t } = useTranslation(["inbox", "composer"]);
  const can = useCan();
  const { failed } = useFeedback();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className={layout.middle} role="group" aria-label={t("composer:tools.label")}>
      <FileInput ref={picker} multiple accept={pickable} onFiles={onFiles} />
      <Button
        type="text"
        icon={<PaperClipOutlined />}
        aria-label={t("composer.attach")}
        title={t("composer.attach")}
        onClick={() => picker.current?.click()}
      />
      <LibraryButton
        type="text"
        bare
        onPick={(picture) => void fileOf(picture).then((file) => onFiles([file]), failed)}
      />
      <EmojiPicker onPick={onEmoji} />
      {can("chat:reply:query") && (
        <Button
          type="text"
          icon={<CommentOutlined />}
          aria-label={t("composer:tools.replies")}
          title={t("composer:tools.replies")}
          onClick={onReplies}
        />
      )}
      <VoiceButton onStart={onVoice} />
      <Button
        type="text"
        icon={<FormOutlined />}
        aria-label={t("composer:note.open")}
        title={t("composer:note.open")}
        onClick={onNote}
      />
      {children}
    </div>
  );
}

/** A picture from the library, attached like any other file. */
async function fileOf({ url, name }: LibraryPicture): Promise<File> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`The picture was answered with ${answer.status}`);
  const content = await answer.blob();
  return new File([content], name, { type: content.type });
}
