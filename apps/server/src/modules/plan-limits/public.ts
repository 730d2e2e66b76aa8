export { requireRoom } from "./actions/require-room.ts";
export { isMetered, planLimitOf } from "./queries/plan-limit.ts";
