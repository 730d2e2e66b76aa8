// @vitest-environment happy-dom
import type { ConversationCard } from "@homeroom/contract/chat";
import { welcome } from "@homeroom/contract/welcome";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { show } from "#ui/for-tests.ts";
import { LineLine } from "./line-line.tsx";

const leadId = "0190c3a0-0000-7000-8000-0000000000a1";
const card = { leadId, line: null, gptStatus: 0 } as object as ConversationCard;

it("sends a customer one welcome message when pressed again after a lost answer", async () => {
  const { person, sentTo } = show(<LineLine card={card} />);
  for (const times of [1, 2]) {
    await person.click(screen.getByRole("button", { name: /welcome/i }));
    await waitFor(() => expect(sentTo(welcome.send)).toHaveLength(times));
    await waitFor(() => expect(screen.getByRole("button", { name: /welcome/i }).className).not.toContain("loading"));
  }
  const [first, second] = sentTo(welcome.send);
  expect(first).toMatchObject({ leadId, messageId: expect.any(String) });
  expect(second).toEqual(first);
});
