// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { show } from "#ui/for-tests.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import { QuietLine } from "./quiet-line.tsx";

const cancelled: Partial<ShownMessage> = {
  ...{ kind: "template", state: "cancelled", sender: null, error: null, sentAt: "2026-11-26T10:00:00.000Z" },
};
const held = { class: "permanent", code: "131048", reason: "spamLimit", detail: "" };

it("distinguishes a message that a colleague took back from one that a limit held back", async () => {
  show(<QuietLine message={cancelled as ShownMessage} />);
  expect(await screen.findByText(/A colleague cancelled a message/)).toBeTruthy();
  show(<QuietLine message={{ ...cancelled, error: held } as ShownMessage} />);
  expect(await screen.findByText(/bulk message did not go out because of a WhatsApp limit/)).toBeTruthy();
});
