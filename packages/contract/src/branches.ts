import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { BranchId } from "./ids.ts";
import { PageRequest, pageOf } from "./paging.ts";
import { areaCodeField, phoneField } from "./phone.ts";
import { editedFields } from "./some-fields.ts";
import { timeZone } from "./time-zone.ts";

const text = (max: number) => z.string().trim().max(max);
const day = z.union([z.literal(""), z.iso.date()]);

const branchFields = {
  name: text(100).min(1),
  ename: text(100).default(""),
  contactName: text(100).min(1),
  email: z.string().trim().min(1).max(128).pipe(z.email().toLowerCase()),
  areaCode: areaCodeField("BRANCH_BAD_PHONE").min(1),
  phone: phoneField("BRANCH_BAD_PHONE").min(1),
  address: text(255).default(""),
  timezone: timeZone,
  establishmentDate: day.default(""),
  leaseExpiry: day.default(""),
  introduction: text(2000).default(""),
};

/** Whether a lease ends on the day of establishment or later. Days are ISO; an empty or missing day passes. */
export function leaseFits({ establishmentDate, leaseExpiry }: LeaseDays): boolean {
  return !establishmentDate || !leaseExpiry || establishmentDate <= leaseExpiry;
}
interface LeaseDays {
  establishmentDate?: string | undefined;
  leaseExpiry?: string | undefined;
}
const leaseFault = { path: ["leaseExpiry"], message: "BRANCH_LEASE_ENDS_EARLY" };

export const AddBranchForm = z
  .object({
    /** May be proposed by the caller, so that a create can be repeated safely. */
    recordID: BranchId.optional(),
    /** 1 open, 0 closed. */
    status: z.number().int().min(0).max(1).default(1),
    ...branchFields,
  })
  .refine(leaseFits, leaseFault);
export type AddBranchForm = z.infer<typeof AddBranchForm>;

export const EditBranchForm = z
  .object({
    recordID: BranchId,
    version: z.number().int().max(2_147_483_647).optional(),
    ...editedFields(branchFields),
  })
  .refine(leaseFits, leaseFault);
export type EditBranchForm = z.infer<typeof EditBranchForm>;

const shownFields = {
  recordID: BranchId,
  name: z.string(),
  ename: z.string(),
  contactName: z.string(),
  email: z.string(),
  areaCode: z.string(),
  phone: z.string(),
  address: z.string(),
  timezone: z.string(),
  establishmentDate: z.string(),
  leaseExpiry: z.string(),
  introduction: z.string(),
  status: z.number().int(),
  version: z.number().int(),
  createTime: z.string(),
  /** Whether the caller is in it now. */
  isCurrent: z.boolean(),
};

const BranchRow = z.object({ ...shownFields, staffCount: z.number().int() });
export type BranchRow = z.infer<typeof BranchRow>;

/** How many records belong to a branch, each counted up to 1,000. */
const BranchUse = z.object({
  staff: z.number().int(),
  leads: z.number().int(),
  conversations: z.number().int(),
  channels: z.number().int(),
});
export type BranchUse = z.infer<typeof BranchUse>;

/** The sources that send leads to a branch automatically. */
const leadSourceKinds = ["landingPage", "googleForm", "metaPage"] as const;

/** `name`: empty for a Google form, since a branch has only one. */
const LeadSource = z.object({ kind: z.enum(leadSourceKinds), name: z.string() });
export type LeadSource = z.infer<typeof LeadSource>;

const BranchInfo = z.object({
  ...shownFields,
  use: BranchUse,
  /** It is the only open branch. */
  isLastOpen: z.boolean(),
  /** The people who would have no branch left if this one were closed: their number, and the first of them. */
  stranded: z.object({ count: z.number().int(), names: z.array(z.string()) }),
  /**
   * The sources that send leads to it, open or closed: their number, and the first of them. Empty for people who cannot
   * close it.
   */
  leadSources: z.object({ count: z.number().int(), list: z.array(LeadSource) }),
});
export type BranchInfo = z.infer<typeof BranchInfo>;

const OfBranch = z.object({ recordID: BranchId });

export const branches = {
  list: endpoint("GET /api_users/Member/QueryBranchList", {
    summary: "The organisation's branches, with their number of staff.",
    access: "org:branch:query",
    request: PageRequest.extend({
      keywords: z.string().trim().max(100).optional(),
      status: z.coerce.number().int().min(0).max(1).optional(),
    }),
    response: pageOf(BranchRow),
  }),
  info: endpoint("GET /api_users/Member/QueryBranchInfo", {
    summary: "One branch, what belongs to it, and the people who would have no branch if it closed.",
    access: "org:branch:query",
    request: OfBranch,
    response: BranchInfo,
  }),
  add: endpoint("POST /api_users/Member/AddBranchInfo", {
    summary: "Opens a branch; the caller gets access to it at once.",
    access: "org:branch:add",
    request: AddBranchForm,
    response: OfBranch,
    errors: ["BRANCH_NAME_EXISTS", "BRANCH_BAD_PHONE", "BRANCH_LEASE_ENDS_EARLY"],
  }),
  edit: endpoint("POST /api_users/Member/EditBranchInfo", {
    summary: "Saves a branch's data; fields that are not sent stay unchanged.",
    access: "org:branch:edit",
    request: EditBranchForm,
    response: z.null(),
    errors: ["BRANCH_NAME_EXISTS", "BRANCH_BAD_PHONE", "BRANCH_LEASE_ENDS_EARLY", "STALE_DATA"],
  }),
  remove: endpoint("GET /api_users/Member/DeleteBranchInfo", {
    summary: "Deletes a branch that nothing belongs to.",
    access: "org:branch:delete",
    request: OfBranch,
    response: z.null(),
    errors: ["BRANCH_IS_CURRENT", "BRANCH_IS_LAST_OPEN", "BRANCH_IN_USE", "BRANCH_HAS_RECORDS"],
  }),
  updateStatus: endpoint("GET /api_users/Member/UpdateBranchStatus", {
    summary:
      "Opens or closes a branch. Closing ends the sessions in it. It needs `confirm` if people would then have no branch, or if pages and forms still send it leads.",
    access: "org:branch:edit",
    request: OfBranch.extend({
      status: z.coerce.number().int().min(0).max(1),
      confirm: z.boolean().default(false),
    }),
    response: z.null(),
    errors: ["BRANCH_IS_CURRENT", "BRANCH_IS_LAST_OPEN", "BRANCH_LEAVES_PEOPLE", "BRANCH_STILL_GETS_LEADS"],
  }),
};
