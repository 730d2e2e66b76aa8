import type { LeadRow } from "@homeroom/contract/leads";
import type { UserInfo } from "@homeroom/contract/member";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, it } from "vitest";
import { setCurrentUser } from "#platform/access.ts";
import type { EditedField } from "../../rules/edited-fields.ts";
import { useCellEditing } from "./lead-cell.tsx";

afterEach(() => setCurrentUser(null));

const me = "019aaaaa-0000-7000-8000-000000000001";
const signIn = (...perms: string[]) =>
  setCurrentUser({ accountID: me, roles: ["sales"], perms } as unknown as UserInfo);
const heldBy = (accountID: string | null) =>
  ({ leadId: "x", sales: accountID && { accountID, nickname: "", avatar: null } }) as unknown as LeadRow;

/** Whether the reader may edit a field in the row of a lead. */
function isEdited(field: EditedField, lead: LeadRow): boolean {
  function Probe() {
    const editing = useCellEditing({ save: async () => {}, problemOf: () => undefined } as never);
    return editing(field).edit?.(lead) ? "edited" : "read";
  }
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Probe />
    </QueryClientProvider>,
  ).includes("edited");
}

it("lets nobody edit a row without the permission", () => {
  signIn("crm:lead:query", "crm:lead:assign");
  expect(isEdited("school", heldBy(me))).toBe(false);
  expect(isEdited("sales", heldBy(me))).toBe(false);
});

it("lets a person with the permission edit a field of a colleague's lead", () => {
  signIn("crm:lead:edit");
  expect(isEdited("school", heldBy("other"))).toBe(true);
});

it.each([
  ["that nobody holds", null, true],
  ["of their own", me, true],
  ["of a colleague", "other", false],
])("without the right to assign, the sales of a lead %s can be changed: %s", (_, holder, expected) => {
  signIn("crm:lead:edit");
  expect(isEdited("sales", heldBy(holder))).toBe(expected);
});

it("with the permission to assign, the sales of every lead can be changed", () => {
  signIn("crm:lead:edit", "crm:lead:assign");
  expect(isEdited("sales", heldBy("other"))).toBe(true);
});
