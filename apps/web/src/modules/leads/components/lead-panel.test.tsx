// @vitest-environment happy-dom
import { LeadId } from "@homeroom/contract/ids";
import { leads } from "@homeroom/contract/leads";
import { screen, waitFor } from "@testing-library/react";
import { Suspense } from "react";
import { expect, it, vi } from "vitest";
import { lazyPart } from "#platform/lazy-part.ts";
import { answers, show } from "#ui/for-tests.ts";
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

/** Lays every element out as wide as the panel is on a desk. */
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

it("stays on screen, with its keys, while a part of the card still loads", async () => {
  vi.stubGlobal("ResizeObserver", WideObserver);
  const loads = vi.fn(() => new Promise<never>(() => undefined));
  const handleNext = vi.fn();
  const { person } = show(
    <LeadSlotsContext value={{ Orders: lazyPart(loads) }}>
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
    { server: [answers(leads.info, card as never)] },
  );
  await waitFor(() => expect(loads).toHaveBeenCalled());
  expect(screen.queryByText("nothing")).toBeNull();
  await person.keyboard("j");
  expect(handleNext).toHaveBeenCalled();
});
