export { RuleBuilder } from "./components/rule-builder.tsx";
export { useRuleText } from "./components/rule-words.ts";
export { namesOfAddress, newTargetAddress } from "./rules/new-target-address.ts";
