// @vitest-environment happy-dom
import type { LeadId } from "@homeroom/contract/ids";
import type { LeadRow } from "@homeroom/contract/leads";
import { leads } from "@homeroom/contract/leads";
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { ListState } from "#ui/data-table/list-state.ts";
import { answers, show } from "#ui/for-tests.ts";
import { useAddress } from "#ui/page/use-address.ts";
import { cardOf, leadOf } from "../../for-tests.ts";
import { OpenLead } from "./open-lead.tsx";
import type { Desk } from "./use-desk.ts";

const ids = [1, 2, 3, 4].map(leadOf);
const list = { rows: ids.map((leadId) => ({ leadId })), hasMore: false } as unknown as ListState<LeadRow>;

function Opened() {
  const { search, change, changeAtOnce } = useAddress();
  const leadId = (search.get("lead") ?? undefined) as LeadId | undefined;
  const desk = {
    ...{ leadId, view: "table", search, change },
    open: (lead: LeadId) => changeAtOnce({ lead }),
    close: () => changeAtOnce({ lead: null }),
  } as unknown as Desk;
  return <OpenLead desk={desk} list={list} onClosed={vi.fn()} />;
}

async function open() {
  const server = [answers(leads.info, cardOf({ nickname: "Amy" }))];
  const shown = show(<Opened />, { search: `?lead=${ids[0]}`, server });
  await screen.findByText("Amy");
  return shown;
}

it("moves one lead further with each key, however fast they come", async () => {
  const { person, search } = await open();
  await person.keyboard("jjj");
  await vi.waitFor(() => expect(search()).toBe(`?lead=${ids[3]}`));
  await person.keyboard("k");
  await vi.waitFor(() => expect(search()).toBe(`?lead=${ids[2]}`));
});

it("closes the current lead", async () => {
  const { person, search } = await open();
  await person.keyboard("j{Escape}");
  await vi.waitFor(() => expect(search()).toBe(""));
});
