// @vitest-environment happy-dom
import { ConversationId } from "@homeroom/contract/ids";
import { screen } from "@testing-library/react";
import { lazy } from "react";
import { expect, it } from "vitest";
import { show } from "#ui/for-tests.ts";
import { EarlyNote } from "./early-note.tsx";
import { NoteWriter } from "./note-writer.tsx";

const conversationId = ConversationId.parse("019aaaaa-0000-7000-8000-000000000001");

function start() {
  const loaded = Promise.withResolvers<{ default: typeof NoteWriter }>();
  const Late = lazy(() => loaded.promise);
  const shown = show(
    <>
      <button type="button">Elsewhere</button>
      <EarlyNote draft={{ text: "", mentions: [] }} onDraft={() => {}}>
        {(draft, takesKeyboard) => (
          <Late
            conversationId={conversationId}
            initial={draft}
            takesKeyboard={takesKeyboard}
            verb="Add note"
            onSave={async () => {}}
            onClose={() => {}}
          />
        )}
      </EarlyNote>
    </>,
  );
  const field = () => screen.getByRole<HTMLTextAreaElement>("textbox");
  const load = async () => {
    loaded.resolve({ default: NoteWriter });
    await screen.findByRole("button", { name: "Add note" });
  };
  return { ...shown, field, load };
}

it("takes the focus, and passes the typed text and the focus on to the editor", async () => {
  const { person, field, load } = start();
  await person.keyboard("Call");
  await load();
  await person.keyboard(" back");
  expect(field().value).toBe("Call back");
});

it("leaves the focus where the writer went while the editor was loading", async () => {
  const { person, field, load } = start();
  await person.keyboard("Call");
  const elsewhere = screen.getByRole("button", { name: "Elsewhere" });
  elsewhere.focus();
  await load();
  expect(document.activeElement).toBe(elsewhere);
  expect(field().value).toBe("Call");
});

it("gives the editor the focus if the writer came back", async () => {
  const { person, field, load } = start();
  screen.getByRole("button", { name: "Elsewhere" }).focus();
  field().focus();
  await load();
  await person.keyboard("Call");
  expect(field().value).toBe("Call");
});
