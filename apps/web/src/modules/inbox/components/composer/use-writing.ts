import { maxMessageLength } from "@homeroom/contract/chat-caption";
import type { ConversationId } from "@homeroom/contract/ids";
import type { TextAreaRef } from "antd/es/input/TextArea";
import { type RefObject, use, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { isWritingPlace } from "#ui/keyboard/shortcut.ts";
import { draftOf, keepDraft } from "../../api/drafts.ts";
import { FocusAtOnce } from "./focus-at-once.ts";

/** The text being typed, stored as the conversation's draft, and its field. */
export function useWriting(conversationId: ConversationId, area: RefObject<TextAreaRef | null>) {
  const [text, setText] = useState(() => draftOf(conversationId));
  const focusAtOnce = use(FocusAtOnce);
  useEffect(() => keepDraft(conversationId, text), [conversationId, text]);
  // Not on devices where an on-screen keyboard would hide the conversation.
  useEffect(() => {
    const field = area.current?.resizableTextArea?.textArea ?? null;
    if (focusAtOnce && matchMedia("(hover: hover)").matches && !isBusyElsewhere(field)) area.current?.focus();
  }, [focusAtOnce, area]);

  const focus = () => area.current?.focus();
  /** Replaces the selection with a text, and puts the cursor after it. */
  const insert = (words: string) => {
    const field = area.current?.resizableTextArea?.textArea;
    const [from, to] = [field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length];
    // Synchronously: the next press or key may come before a frame is drawn.
    flushSync(() => setText(`${text.slice(0, from)}${words}${text.slice(to)}`.slice(0, maxMessageLength)));
    field?.focus();
    field?.setSelectionRange(from + words.length, from + words.length);
  };
  return { text, setText, focus, insert };
}

/**
 * Whether the person is already typing in another field, or in a dialog outside the composer: the composer may be ready long
 * after the click that opened the conversation.
 */
function isBusyElsewhere(field: HTMLElement | null): boolean {
  const { activeElement } = document;
  const dialog = activeElement?.closest('[role="dialog"]');
  return isWritingPlace(activeElement) || (dialog != null && !dialog.contains(field));
}
