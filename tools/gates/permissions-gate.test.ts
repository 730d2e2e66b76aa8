import { expect, test } from "vitest";
import { permissionsGate } from "./permissions-gate.ts";
import { told } from "./tree-for-tests.ts";

const contract = {
  "packages/contract/src/all-endpoints.ts":
    'export const allEndpoints = { leads: { edit: { access: "crm:lead:edit" }, info: { access: "session" } } };',
};
const calls =
  'import { editLead } from "./actions/edit-lead.ts";\nbind(leads.edit, (form, { actor }) => editLead(actor, form));\n';
const action = "apps/server/src/modules/leads/actions/edit-lead.ts";

const judge = (body: string, routes = "routes.ts") =>
  told(permissionsGate, {
    ...contract,
    [`apps/server/src/modules/leads/${routes}`]: calls,
    [action]: `export function editLead(actor, form) {\n${body}\n}\n`,
  });

test.each(["routes.ts", "public.ts"])(
  "an action that states the permission of its call again is refused, for %s",
  async (routes) => {
    expect(await judge('  requirePermission(actor, "crm:lead:edit");', routes)).toEqual([
      `${action}: editLead states crm:lead:edit again, which is the permission of leads.edit`,
    ]);
  },
);

test.each([
  ["it asks for the call", "  requireAccess(actor, leads.edit);"],
  ["it needs another one as well", '  requirePermission(actor, "crm:lead:delete");'],
  ["it needs it only sometimes", '  if (form.status) requirePermission(actor, "crm:lead:edit");'],
])("an action is fine when %s", async (_, body) => {
  expect(await judge(body)).toEqual([]);
});
