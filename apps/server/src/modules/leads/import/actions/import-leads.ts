import { callingCodes, countryOfZone } from "@homeroom/contract/countries";
import type { AccountId, RecordId } from "@homeroom/contract/ids";
import { LeadImportOptions } from "@homeroom/contract/imports";
import { sql } from "kysely";
import { colleaguesWithRole, mailAddresses, worksAt } from "#modules/accounts/public";
import type { ImportKind, ImportRequest } from "#modules/imports/public";
import { branchById, branchesOf, organizationOf } from "#modules/organizations/public";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf, sharedScope } from "#platform/auth/scopes";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { emit } from "#platform/outbox/events";
import { leadsDealt } from "../../events.ts";
import { mayAssignTo } from "../../policy.ts";
import { leadTable } from "../../record/rules/lead-table.ts";
import { checkChoices } from "../../record/writes/check-lead.ts";
import { type LeadRowRead, readLeadCells } from "../rules/read-lead-cells.ts";
import type { ImportMeans } from "../writes/save-imported-leads.ts";
import { writeLeads } from "../writes/write-imported-leads.ts";
import { leadTemplate } from "./lead-template.ts";
import { undoLeads } from "./undo-lead-import.ts";

/** Rows per transaction: more would block other people's saves, fewer mean more commits. */
const batchRows = 500;

/** Leads as a kind of import: the same rules as the form, and a batch in a few statements. */
export function leadImport(): ImportKind {
  return {
    name: "lead",
    permissions: ["crm:lead:import"],
    audit: "lead",
    fields: leadTable,
    batchRows,
    async begin(tx, request) {
      const means = await meansOf(tx, request);
      const place = await placeOf(tx, request, means);
      return {
        repeated: means.options.skipDuplicates ? "skipped" : "wrong",
        read: (cells) => readLeadCells(cells, place),
        write: (inner, rows, at) => writeLeads(inner, means, { rows: rows as readonly LeadRowRead[], at }),
      };
    },
    finish: (tx, request, written) => notifyOfImport(tx, request, written),
    undo: (tx, request, records) => undoLeads(tx, request, records),
    template: (tx, request) => leadTemplate(tx, request),
  };
}

/** Throws if the actor lacks a permission for the request, or if it names something that does not exist. */
async function meansOf(tx: Tx, request: ImportRequest): Promise<ImportMeans> {
  const { actor, branchId, language } = request;
  requirePermission(actor, "crm:lead:import");
  const options = LeadImportOptions.parse(request.options);
  if (options.updateExisting) requirePermission(actor, "crm:lead:edit");
  const shared = sharedScope(actor);
  await requireStillActive(tx, actor);
  const scope = scopeOf(actor, "crm:lead:all");
  const branch =
    scope.branchIds === null || scope.branchIds.includes(branchId) ? await branchById(tx, shared, branchId) : null;
  if (branch?.status !== 1) throw new AppError("LEAD_ORGANIZATION_OR_BRANCH_MISSING");
  const sales = (options.assignBy ?? "sales") === "sales" ? await salesOf(tx, request, options) : [];
  const { channel, secondaryChannel, tag } = options;
  const chosen = { status: null, result: null, sales: null, tutor: null, channel, secondaryChannel, tag };
  refuseFaults(await checkChoices(tx, shared, { form: chosen, branchId }));
  return {
    actor,
    scope,
    branch,
    options,
    turns: sales,
    names: {
      actor,
      branchId,
      language,
      createMissing: options.createMissing,
      sales: await colleaguesWithRole(tx, shared, "sales"),
      tutors: await colleaguesWithRole(tx, shared, "tutor"),
    },
  };
}

/** Throws PERMISSION_DENIED if the author of a running import has left, was disabled, or lost the organisation. */
async function requireStillActive(tx: Tx, actor: Actor): Promise<void> {
  const [found] = await mailAddresses(tx, sharedScope(actor), [actor.accountId]);
  if (!found) throw new AppError("PERMISSION_DENIED");
}

async function salesOf(tx: Tx, { actor, branchId }: ImportRequest, { sales }: LeadImportOptions): Promise<AccountId[]> {
  const chosen = [...new Set([sales ?? []].flat())];
  if (!chosen.every((id) => mayAssignTo(actor, id))) throw new AppError("PERMISSION_DENIED");
  for (const accountId of chosen) {
    const works = await worksAt(tx, sharedScope(actor), { accountId, branchId, role: "sales" });
    if (!works) refuseFaults([{ field: "sales", name: "FIELD_INVALID" }]);
  }
  return chosen;
}

/** Countries that write the month before the day; everywhere else the day comes first. */
const monthFirst = new Set(["TW", "CN", "US"]);

async function placeOf(tx: Tx, { actor, language }: ImportRequest, { branch, options }: ImportMeans) {
  const organization = await organizationOf(tx, sharedScope(actor));
  const country = countryOfZone(branch.timeZone) ?? (organization?.country || "");
  const branches = await branchesOf(tx, sharedScope(actor));
  const codes = branches.flatMap(({ timeZone, areaCode }) => [codeOf(countryOfZone(timeZone) ?? ""), areaCode]);
  return {
    language,
    areaCode: options.areaCode || codeOf(country),
    otherAreaCodes: [...new Set(codes.filter(Boolean))],
    days: { dayFirst: options.dayFirst ?? !monthFirst.has(country), republic: country === "TW" },
  };
}

/** "+886" for "TW"; empty for an unknown country. */
function codeOf(country: string): string {
  return Object.hasOwn(callingCodes, country) ? `+${callingCodes[country as keyof typeof callingCodes]}` : "";
}

/** Publishes how many leads an import assigned to each person, so that each is notified once, except the importer. */
async function notifyOfImport(
  tx: Tx,
  { actor, scope }: ImportRequest,
  { importId, created }: { importId: RecordId; created: readonly string[] },
): Promise<void> {
  const found = await sql<{ accountId: AccountId; count: number }>`
    select sales_id as "accountId", count(*)::int as count from lead
    where organization_id = ${scope.organizationId} and lead_id = any(${sql.val([...created])}::uuid[])
      and sales_id is not null and sales_id <> ${actor.accountId}
    group by sales_id order by sales_id`.execute(tx);
  if (found.rows.length === 0) return;
  const payload = { bulkId: importId, receivers: found.rows };
  await emit(tx, leadsDealt, { organizationId: scope.organizationId, aggregateId: importId, payload });
}
