import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { AccountId, BranchId, RecordId } from "./ids.ts";

/** The roles in which a person holds leads. */
export const holdingRoles = ["sales", "tutor"] as const;
export type HoldingRole = (typeof holdingRoles)[number];

const HandOverTask = z.object({
  taskID: RecordId,
  accountID: AccountId,
  nickname: z.string(),
  state: z.enum(["running", "done", "failed", "undoing", "undone"]),
  total: z.number().int(),
  moved: z.number().int(),
  /** For an undo: leads that went back, and leads that stayed because they were reassigned since. */
  undone: z.number().int(),
  kept: z.number().int(),
  canUndo: z.boolean(),
  left: z.boolean(),
  message: z.string(),
  createTime: z.string(),
});
export type HandOverTask = z.infer<typeof HandOverTask>;

const Holdings = z.object({
  accountID: AccountId,
  nickname: z.string(),
  /** 1 active, 0 disabled, 2 left. */
  status: z.number().int(),
  /** Whether the caller may let them leave at the end. */
  mayLeave: z.boolean(),
  branches: z.array(
    z.object({
      branchID: BranchId,
      branchName: z.string(),
      /** Leads that they hold as sales person and as tutor. */
      sales: z.number().int(),
      tutor: z.number().int(),
      /** Conversations with these leads, and those of them that wait for an answer. */
      conversations: z.number().int(),
      waiting: z.number().int(),
    }),
  ),
  /** A hand-over of their leads, or its undo, that is in progress. */
  taskID: RecordId.nullable(),
  /** Their last hand-over, if the caller may undo it. */
  lastTask: HandOverTask.nullable(),
});
export type Holdings = z.infer<typeof Holdings>;

const HandOverForm = z.object({
  accountID: AccountId,
  /**
   * Who receives the leads of a branch: one person gets all of them, several take turns; without anybody the leads become
   * unassigned.
   */
  plan: z
    .array(
      z.object({
        branchID: BranchId,
        role: z.enum(holdingRoles),
        to: z.array(AccountId).max(50),
      }),
    )
    .max(400),
  /** Marks the person as left once everything is handed over. */
  leave: z.boolean().default(false),
});
export type HandOverForm = z.infer<typeof HandOverForm>;

export const handOver = {
  holdings: endpoint("GET /api_users/Member/HandOverInfo", {
    summary: "What a person holds, by branch.",
    access: "crm:lead:assign",
    request: z.object({ accountID: AccountId }),
    response: Holdings,
  }),
  start: endpoint("POST /api_users/Member/HandOver", {
    summary: "Hands a person's leads over in the background; if the same hand-over is running, it is returned.",
    access: "crm:lead:assign",
    request: HandOverForm,
    response: HandOverTask,
    errors: ["HAND_OVER_RECEIVER_UNFIT", "HAND_OVER_RUNNING", "STAFF_IS_SELF", "STAFF_IS_OWNER"],
  }),
  task: endpoint("GET /api_users/Member/HandOverTask", {
    summary: "The progress of a hand-over.",
    access: "crm:lead:assign",
    request: z.object({ taskID: RecordId }),
    response: HandOverTask,
  }),
  undo: endpoint("POST /api_users/Member/UndoHandOver", {
    summary: "Within 30 days, gives back in the background the leads that their receivers still hold. Idempotent.",
    access: "crm:lead:assign",
    request: z.object({ taskID: RecordId }),
    response: HandOverTask,
    errors: ["HAND_OVER_NOT_UNDOABLE", "HAND_OVER_PERSON_AWAY", "HAND_OVER_RUNNING"],
  }),
};
