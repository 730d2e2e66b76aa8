export { newTargetAddress } from "./rules/conditions.ts";
