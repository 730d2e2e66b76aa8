import type { FileId } from "@homeroom/contract/ids";
import {
  maxWelcomeButtons,
  maxWelcomeSegments,
  maxWelcomeTextLength,
  type WelcomeButton,
  type WelcomeSegment,
  type WelcomeSetting,
} from "@homeroom/contract/welcome";

/** A part being edited; `key` stays with it when it moves. */
export type DraftSegment = { key: string } & (
  | { kind: "text"; text: string }
  | { kind: "image"; fileID: FileId | null; url: string | null }
);

export interface DraftButton {
  key: string;
  kind: "message" | "link";
  label: string;
  value: string;
}

/** A welcome message being edited. */
export interface WelcomeDraft {
  segments: DraftSegment[];
  buttons: DraftButton[];
  mode: "automatic" | "manual";
}

let lastKey = 0;

/** A key that is unique on this page. */
export function newKey(): string {
  lastKey += 1;
  return `part-${lastKey}`;
}

/** The saved message as a draft; one that was never saved starts with an empty text. */
export function draftOf({
  segments,
  buttons,
  mode,
}: Pick<WelcomeSetting, "segments" | "buttons" | "mode">): WelcomeDraft {
  const parts = segments.map((segment): DraftSegment => {
    if (segment.kind === "text") return { key: newKey(), kind: "text", text: segment.text };
    return { key: newKey(), kind: "image", fileID: segment.fileID, url: segment.url };
  });
  return {
    segments: parts.length > 0 ? parts : [{ key: newKey(), kind: "text", text: "" }],
    buttons: buttons.map((button) => ({
      key: newKey(),
      kind: button.kind,
      label: button.label,
      value: button.kind === "link" ? button.value : "",
    })),
    mode,
  };
}

/** Why a draft cannot be saved; null if it can. */
export type DraftProblem = "empty" | "emptyText" | "longText" | "noPicture" | "label" | "link" | "tooMany";

export function problemOf({ segments, buttons }: WelcomeDraft): DraftProblem | null {
  if (segments.length === 0) return "empty";
  if (segments.length > maxWelcomeSegments || buttons.length > maxWelcomeButtons) return "tooMany";
  for (const segment of segments) {
    if (segment.kind === "image" && segment.fileID === null) return "noPicture";
    if (segment.kind === "text" && segment.text.trim() === "") return "emptyText";
    if (segment.kind === "text" && segment.text.length > maxWelcomeTextLength) return "longText";
  }
  if (buttons.some(({ label }) => label.trim() === "")) return "label";
  const isAddress = (value: string) => value.startsWith("https://") && URL.canParse(value);
  return buttons.some(({ kind, value }) => kind === "link" && !isAddress(value.trim())) ? "link" : null;
}

/** A valid draft, in the form in which it is saved. */
export function formOf({ segments, buttons, mode }: WelcomeDraft) {
  return {
    mode,
    segments: segments.flatMap((segment): WelcomeSegment[] => {
      if (segment.kind === "text") return [{ kind: "text", text: segment.text.trim() }];
      return segment.fileID ? [{ kind: "image", fileID: segment.fileID }] : [];
    }),
    buttons: buttons.map(
      ({ kind, label, value }): WelcomeButton =>
        kind === "link" ? { kind, label: label.trim(), value: value.trim() } : { kind, label: label.trim() },
    ),
  };
}

/** Whether two drafts, or one part of them, are equal once saved. */
export function isSame(one: WelcomeDraft, other: WelcomeDraft, parts: readonly (keyof WelcomeDraft)[] = allParts) {
  const [a, b] = [formOf(one), formOf(other)];
  return parts.every((part) => JSON.stringify(a[part]) === JSON.stringify(b[part]));
}

const allParts = ["segments", "buttons", "mode"] as const;

/** The draft merged with what somebody else has saved: their parts where the writer has changed nothing. */
export function broughtUpToDate({
  base,
  mine,
  theirs,
}: Record<"base" | "mine" | "theirs", WelcomeDraft>): WelcomeDraft {
  const side = (part: keyof WelcomeDraft) =>
    isSame(mine, base, [part]) && !isSame(theirs, base, [part]) ? theirs : mine;
  return { segments: side("segments").segments, buttons: side("buttons").buttons, mode: side("mode").mode };
}

/** A list with one of its parts a place further up or down. */
export function moved<Part>(parts: readonly Part[], from: number, by: -1 | 1): Part[] {
  const to = from + by;
  const part = parts[from];
  if (part === undefined || to < 0 || to >= parts.length) return [...parts];
  const rest = parts.filter((_, index) => index !== from);
  return [...rest.slice(0, to), part, ...rest.slice(to)];
}
