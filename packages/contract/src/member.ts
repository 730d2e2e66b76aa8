import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { AccountId, BranchId, OrganizationId, RoleId } from "./ids.ts";
import { Option } from "./paging.ts";

export const memberships = ["trial", "basic", "advanced", "expired", "grace"] as const;

const UserInfo = z.object({
  accountID: AccountId,
  accountName: z.string(),
  nickname: z.string(),
  avatar: z.string().nullable(),
  email: z.string(),
  /** Role codes; the owner's is ROOT. Never empty. */
  roles: z.array(z.string()).min(1),
  perms: z.array(z.string()),
  organization: z.object({
    organizationId: OrganizationId,
    name: z.string(),
    logo: z.string().nullable(),
    timeZone: z.string(),
    membership: z.enum(memberships),
    expiryDate: z.string().nullable(),
    /** Its trial has ended, and it has bought no plan yet. */
    trialOver: z.boolean(),
    /** A linked card renews the plan before it ends. */
    renewsByCard: z.boolean(),
    /** A pending deletion of all data; visible to people who can withdraw it. */
    wipe: z.object({ dueTime: z.string(), requestedBy: z.string() }).nullable(),
  }),
  branch: z.object({ branchID: BranchId, name: z.string(), timezone: z.string() }),
  isPasswordInitialized: z.boolean(),
  /** The task that must be done first: until then every other call is refused. */
  restriction: z.enum(["password", "two-step"]).nullable(),
  tourCompleted: z.boolean(),
  /** The role that they are viewing the product as. */
  viewsAs: z.object({ id: RoleId, name: z.string() }).nullable(),
  /** Provider features that are switched on for the organisation. */
  features: z.array(z.string()),
  /** The address of this installation's documentation; null if that is the built-in guide. */
  documentsUrl: z.string().nullable(),
});
export type UserInfo = z.infer<typeof UserInfo>;

/** A person to choose: sales or tutor. */
const PersonOption = Option.extend({ avatar: z.string().nullable(), status: z.number().int(), branchID: BranchId });
export type PersonOption = z.infer<typeof PersonOption>;

const OfBranch = z.object({ branchID: BranchId.optional() });

export const member = {
  user: endpoint("GET /api_users/Member/User", {
    summary: "The signed-in person, their branch and their permissions.",
    access: "session",
    whileRestricted: "any",
    request: z.object({}),
    response: UserInfo,
  }),
  completeTour: endpoint("GET /api_users/Member/CompleteTour", {
    summary: "Records that the caller has seen the guided tour.",
    access: "session",
    request: z.object({}),
    response: z.null(),
  }),
  salesList: endpoint("GET /api_users/Member/SalesList", {
    summary: "The people who can be a lead's sales in the branches that the caller can see.",
    access: "session",
    request: OfBranch,
    response: z.array(PersonOption),
  }),
  tutorList: endpoint("GET /api_users/Member/TutorList", {
    summary: "The people who can be a lead's tutor in the branches that the caller can see.",
    access: "session",
    request: OfBranch,
    response: z.array(PersonOption),
  }),
  branchList: endpoint("GET /api_users/Member/BranchList", {
    summary: "The branches that the caller may enter.",
    access: "session",
    request: z.object({}),
    response: z.array(Option),
  }),
};
