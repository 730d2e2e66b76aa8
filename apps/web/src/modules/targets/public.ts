export { RuleBuilder } from "./components/rule-builder.tsx";
export { useRuleText } from "./components/rule-words.ts";
export { newTargetAddress } from "./rules/new-target-address.ts";
