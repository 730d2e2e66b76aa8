import { useSyncExternalStore } from "react";
import { createListeners } from "#platform/store.ts";
import { type AlertRule, alertRules } from "../rules/alert-rule.ts";

const key = "inbox-alerts";
const listeners = createListeners();

/** Which messages this browser announces; by default those of the person's own customers. */
export function alertRule(): AlertRule {
  try {
    const kept = localStorage.getItem(key);
    return alertRules.find((rule) => rule === kept) ?? "mine";
  } catch {
    return "mine";
  }
}

function chooseAlertRule(rule: AlertRule): void {
  try {
    localStorage.setItem(key, rule);
  } catch {
    // Storage is blocked: the default applies.
  }
  listeners.notify();
}

/** The choice and its setter. */
export function useAlertRule() {
  const rule = useSyncExternalStore(listeners.subscribe, alertRule);
  return [rule, chooseAlertRule] as const;
}
