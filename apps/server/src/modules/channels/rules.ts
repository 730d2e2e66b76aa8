import {
  mostWelcomeButtons,
  mostWelcomeSegments,
  type WelcomeButton,
  type WelcomeSegment,
} from "@homeroom/contract/welcome";
import type { WelcomePart } from "#modules/inbox/public";

/** Whether a welcome message has more parts than a customer is to be met with. */
export function hasTooManyParts(segments: readonly unknown[], buttons: readonly unknown[]): boolean {
  return segments.length > mostWelcomeSegments || buttons.length > mostWelcomeButtons;
}

/** A new automatic welcome is in use at once; a manual one when somebody switches it on. */
export function statusAtFirst(mode: "automatic" | "manual"): 0 | 1 {
  return mode === "automatic" ? 1 : 0;
}

/** The longest text that LINE shows above buttons. */
const longestAboveButtons = 160;

/**
 * A welcome message as what is said. Its buttons stand below the last segment where that is a text short enough,
 * otherwise below a sign of their own, as one message more.
 */
export function partsOf(
  segments: readonly WelcomeSegment[],
  buttons: readonly WelcomeButton[],
  fileNames: ReadonlyMap<string, string>,
): WelcomePart[] {
  const parts = segments.map((segment): WelcomePart => {
    if (segment.kind === "text") return { kind: "text", text: segment.text };
    return { kind: "image", fileId: segment.fileID, fileName: fileNames.get(segment.fileID) ?? "" };
  });
  if (buttons.length === 0) return parts;
  const pressed = buttons.map((button) => ({
    label: button.label,
    kind: button.kind,
    value: button.kind === "link" ? button.value : button.label,
  }));
  const last = parts.at(-1);
  if (last?.kind === "text" && last.text.length <= longestAboveButtons)
    return [...parts.slice(0, -1), { kind: "interactive", text: last.text, buttons: pressed }];
  return [...parts, { kind: "interactive", text: "👇", buttons: pressed }];
}
