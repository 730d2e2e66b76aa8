// @vitest-environment happy-dom
import { BranchId, LeadId } from "@homeroom/contract/ids";
import { type LeadCard, leads } from "@homeroom/contract/leads";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { refuses, show } from "#ui/for-tests.ts";
import { cardOf, choiceAnswers } from "../../for-tests.ts";
import { LineEditor } from "./editors.tsx";
import { InPlace } from "./in-place.tsx";
import { TagsInPlace } from "./tags-in-place.tsx";

const leadId = LeadId.parse("019aaaaa-0000-7000-8000-000000000001");
const branchID = BranchId.parse("019aaaaa-0000-7000-8000-000000000002");
const card = { leadId, branchID, nickname: "Amy Chan" } as LeadCard;

function Name() {
  return (
    <InPlace
      card={card}
      label="Name"
      value={card.nickname}
      shown={card.nickname}
      mayChange
      changesOf={(nickname) => ({ nickname })}
      textOf={({ nickname }) => nickname}
      renderEditor={(props) => <LineEditor {...props} />}
    />
  );
}

async function editName() {
  const around = { server: [refuses(leads.change, "TOO_MANY_REQUESTS")] };
  const shown = show(
    <>
      <Name />
      <textarea aria-label="Note" />
    </>,
    around,
  );
  await shown.person.click(screen.getByRole("button", { name: /Name/ }));
  return { ...shown, field: screen.getByRole("textbox", { name: "Name" }) };
}

it("focuses the edit button when the editor closes", async () => {
  const { field } = await editName();
  fireEvent.keyDown(field, { key: "Enter" });
  expect(document.activeElement).toBe(screen.getByRole("button", { name: /Name/ }));
});

it("leaves the focus where the person has moved to", async () => {
  const { person } = await editName();
  const note = screen.getByRole("textbox", { name: "Note" });
  await person.click(note);
  await screen.findByRole("button", { name: /Name/ });
  await person.keyboard("Asked about piano");
  expect(note).toHaveProperty("value", "Asked about piano");
});

it("saves at once on a press elsewhere, and moves nothing under the pointer before the release", async () => {
  const { person, field, sentTo } = await editName();
  await person.type(field, "a");
  await person.pointer({ keys: "[MouseLeft>]", target: screen.getByRole("textbox", { name: "Note" }) });
  await waitFor(() => expect(sentTo(leads.change)).toMatchObject([{ changes: { nickname: "Amy Chana" } }]));
  expect(field.isConnected).toBe(true);
  await person.pointer("[/MouseLeft]");
  await screen.findByRole("button", { name: /Name/ });
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Note" }));
});

it.each([
  ["of most browsers", { isComposing: true }],
  // The only sign of it, and only after the composition.
  ["of Safari", { keyCode: 229 }],
])("leaves Enter and Escape to the input method %s", async (_, composing) => {
  const { field } = await editName();
  fireEvent.change(field, { target: { value: "陳小美" } });
  fireEvent.keyDown(field, { key: "Enter", ...composing });
  fireEvent.keyDown(field, { key: "Escape", ...composing });
  expect(screen.getByRole("textbox", { name: "Name" })).toHaveProperty("value", "陳小美");
});

it("keeps the chosen tags when Escape ends a composition in their search", async () => {
  const server = choiceAnswers;
  const { person } = show(<TagsInPlace card={cardOf()} />, { server });
  await person.click(screen.getByRole("button", { name: /Tags/ }));
  await person.click(await screen.findByTitle("One"));
  fireEvent.keyDown(screen.getByRole("combobox"), { key: "Escape", isComposing: true });
  expect(screen.getByRole("combobox").isConnected).toBe(true);
});
