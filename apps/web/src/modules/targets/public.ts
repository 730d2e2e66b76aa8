export { RuleBuilder } from "./components/rule-builder.tsx";
export { newTargetAddress } from "./rules/conditions.ts";
