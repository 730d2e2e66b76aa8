// @vitest-environment happy-dom
import { LeadId } from "@homeroom/contract/ids";
import { leadFamilies } from "@homeroom/contract/lead-families";
import { leads } from "@homeroom/contract/leads";
import { useQueryClient } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { type ComponentProps, Suspense } from "react";
import { expect, it, onTestFinished, vi } from "vitest";
import { lazyPart } from "#platform/lazy-part.ts";
import { answers, inTurn, refuses, show } from "#ui/for-tests.ts";
import { LeadPanel } from "./lead-panel.tsx";
import { LeadSlotsContext } from "./lead-slots.ts";

const leadId = LeadId.parse("019aaaaa-0000-7000-8000-000000000001");
const contact = { name: "", email: "", areaCode: "", phone: "" };
const names = { channel: "", secondaryChannel: "", tutor: "", sales: "", status: "", result: "", regularContact: "" };
const fields = Object.keys((leads.info.response as typeof leads.info.response & { shape: object }).shape);
const card = {
  ...Object.fromEntries(fields.map((name) => [name, ""])),
  ...{ leadId, nickname: "Amy", contact1: contact, contact2: contact, tag: [], version: 1 },
  ...{ leadDate: "2026-11-26", lastContactDate: null, nextContactDate: null },
  ...{ createTime: "2026-11-26T01:00:00.000Z", updateTime: "2026-11-26T01:00:00.000Z" },
  names: { ...names, tag: [] },
  can: { edit: false, assign: false, note: false, chat: false, activate: false },
};

/** Gives every element the width of the panel on the desk. */
class WideObserver {
  readonly #tell: ResizeObserverCallback;
  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell;
  }
  observe() {
    this.#tell([{ contentRect: { width: 900 } } as ResizeObserverEntry], this);
  }
  unobserve() {}
  disconnect() {}
}

const handleNext = vi.fn();

function open(
  can: Partial<typeof card.can>,
  slots: ComponentProps<typeof LeadSlotsContext>["value"] = {},
  server = [answers(leads.info, { ...card, can: { ...card.can, ...can } } as never)],
) {
  vi.stubGlobal("ResizeObserver", WideObserver);
  handleNext.mockReset();
  return show(
    <LeadSlotsContext value={slots}>
      <Suspense fallback={<p>nothing</p>}>
        <LeadPanel
          leadId={leadId}
          editing={false}
          onEdit={vi.fn()}
          onClose={vi.fn()}
          onPrevious={undefined}
          onNext={handleNext}
        />
      </Suspense>
    </LeadSlotsContext>,
    { server },
  );
}

it("stays on screen, with its shortcuts, while a part of the card is loading", async () => {
  const loads = vi.fn(() => new Promise<never>(() => undefined));
  const { person } = open({}, { Orders: lazyPart(loads) });
  await waitFor(() => expect(loads).toHaveBeenCalled());
  expect(screen.queryByText("nothing")).toBeNull();
  await person.keyboard("j");
  expect(handleNext).toHaveBeenCalled();
});

const note = { name: "Add a note" };

it("focuses the note on its shortcut, before a frame is drawn", async () => {
  const { person } = open({ note: true });
  const field = await screen.findByRole("textbox", note);
  const frames = vi.spyOn(window, "requestAnimationFrame").mockReturnValue(0);
  onTestFinished(() => frames.mockRestore());
  await person.keyboard("njuice");
  expect([field, handleNext.mock.calls.length]).toMatchObject([{ value: "juice" }, 0]);
});

it("focuses the note if the shortcut was pressed before its field was mounted", async () => {
  const { person } = open({ note: true });
  const drawn = vi.spyOn(window, "requestAnimationFrame").mockReturnValue(0);
  onTestFinished(() => drawn.mockRestore());
  await screen.findByText("Amy");
  await person.keyboard("n");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox", note)));
});

const gone = refuses(leads.info, "NOT_FOUND");

function LookAgain() {
  const client = useQueryClient();
  return (
    <button type="button" onClick={() => void client.invalidateQueries()}>
      Look again
    </button>
  );
}

it("shows the kept lead at the address of one that was merged into it, and says so", async () => {
  const kept = LeadId.parse("019aaaaa-0000-7000-8000-000000000002");
  const { sentTo } = open({}, {}, [
    inTurn(gone, answers(leads.info, { ...card, leadId: kept, nickname: "Ben" } as never)),
    answers(leadFamilies.mergedInto, { leadId: kept, mergedName: "Amy" }),
  ]);
  await screen.findByRole("heading", { name: "Ben" });
  expect(screen.getByRole("alert").textContent).toBe("“Amy” was merged into this lead");
  expect(sentTo(leads.info)).toEqual([{ leadId }, { leadId: kept }]);
});

it("says so when a lead that is shown has moved out of the person's sight", async () => {
  const server = [inTurn(answers(leads.info, card as never), gone), refuses(leadFamilies.mergedInto, "NOT_FOUND")];
  const { person } = open({}, { Orders: LookAgain }, server);
  await screen.findByRole("heading", { name: "Amy" });
  await person.click(await screen.findByRole("button", { name: "Look again" }));
  await screen.findByText("You cannot see this lead");
  expect(screen.queryByRole("heading", { name: "Amy" })).toBeNull();
});

it("says that a lead cannot be seen if it was not merged", async () => {
  open({}, {}, [gone, refuses(leadFamilies.mergedInto, "NOT_FOUND")]);
  await screen.findByText("You cannot see this lead");
});
