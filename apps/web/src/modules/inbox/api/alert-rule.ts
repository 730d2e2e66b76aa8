import { useSyncExternalStore } from "react";
import { createListeners } from "#platform/store.ts";
import { type AlertRule, alertRules } from "../rules/alert-rule.ts";

const key = "inbox-alerts";
const listeners = createListeners();

/** Of which messages this browser tells; of one's own customers' until a person has chosen. */
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
    // A forbidden storage: the usual holds.
  }
  listeners.notify();
}

/** The choice and the way to change it. */
export function useAlertRule() {
  const rule = useSyncExternalStore(listeners.subscribe, alertRule);
  return [rule, chooseAlertRule] as const;
}
