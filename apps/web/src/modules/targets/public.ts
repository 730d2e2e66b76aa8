export { RuleBuilder } from "./components/rule-builder.tsx";
export { newTargetAddress } from "./rules/new-target-address.ts";
