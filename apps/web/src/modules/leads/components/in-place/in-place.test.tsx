// @vitest-environment happy-dom
import { BranchId, LeadId } from "@homeroom/contract/ids";
import { type LeadCard, leads } from "@homeroom/contract/leads";
import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { refuses, show } from "#ui/for-tests.ts";
import { LineEditor } from "./editors.tsx";
import { InPlace } from "./in-place.tsx";

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

it("has put the keyboard on the pen when the editor is gone", async () => {
  const { field } = await editName();
  fireEvent.keyDown(field, { key: "Enter" });
  expect(document.activeElement).toBe(screen.getByRole("button", { name: /Name/ }));
});

it("leaves the keyboard where a person has gone on", async () => {
  const { person } = await editName();
  const note = screen.getByRole("textbox", { name: "Note" });
  await person.click(note);
  await screen.findByRole("button", { name: /Name/ });
  await person.keyboard("Asked about piano");
  expect(note).toHaveProperty("value", "Asked about piano");
});
