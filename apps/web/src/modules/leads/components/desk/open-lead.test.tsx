// @vitest-environment happy-dom
import { LeadId } from "@homeroom/contract/ids";
import type { LeadRow } from "@homeroom/contract/leads";
import { expect, it, vi } from "vitest";
import type { ListState } from "#ui/data-table/list-state.ts";
import { show } from "#ui/for-tests.ts";
import { useAddress } from "#ui/page/use-address.ts";
import { OpenLead } from "./open-lead.tsx";
import type { Desk } from "./use-desk.ts";

// Its keys are what is asked about; the panel itself has tests of its own.
vi.mock("../lazy-lead-panel.ts", async () => {
  const { useShortcut } = await import("#ui/keyboard/use-shortcut.ts");
  return {
    LeadPanel: ({ leadId, onNext, onPrevious, onClose }: Record<string, (() => void) | undefined>) => {
      useShortcut("j", () => onNext?.());
      useShortcut("k", () => onPrevious?.());
      useShortcut("Escape", () => onClose?.());
      return <p>{String(leadId)}</p>;
    },
  };
});

const ids = [1, 2, 3, 4].map((number) => LeadId.parse(`019aaaaa-0000-7000-8000-00000000000${number}`));
const list = { rows: ids.map((leadId) => ({ leadId })), hasMore: false } as unknown as ListState<LeadRow>;

function Opened() {
  const { search, change, changeAtOnce } = useAddress();
  const leadId = search.get("lead") as LeadId;
  const desk = {
    ...{ leadId, view: "table", search, change },
    open: (lead: LeadId) => changeAtOnce({ lead }),
    close: () => changeAtOnce({ lead: null }),
  } as unknown as Desk;
  return <OpenLead desk={desk} list={list} onClosed={vi.fn()} />;
}

it("goes one lead further with each key, however fast they come", async () => {
  const { person, search } = show(<Opened />, { search: `?lead=${ids[0]}` });
  await person.keyboard("jjj");
  await vi.waitFor(() => expect(search()).toBe(`?lead=${ids[3]}`));
  await person.keyboard("k");
  await vi.waitFor(() => expect(search()).toBe(`?lead=${ids[2]}`));
});

it("closes the lead that the list is at", async () => {
  const { person, search } = show(<Opened />, { search: `?lead=${ids[0]}` });
  await person.keyboard("j{Escape}");
  await vi.waitFor(() => expect(search()).toBe(""));
});
