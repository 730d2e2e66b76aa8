import { useState } from "react";
import { outcomeOf } from "#platform/plain-call.ts";
import { preferences } from "#platform/preferences.ts";
import { clearSession } from "#platform/session.ts";
import { useNextFocus } from "#ui/plain-form/next-focus.ts";
import { rememberWait } from "#ui/plain-form/resend-wait.ts";
import { resetPassword, sendForgotCode } from "../api.ts";
import { problemOf, type ResetDraft, type ResetProblem, refusalOf } from "../rules.ts";

const storageKey = "passwordReset";

/** The account that was sent a code, kept in this tab; empty when there is none. */
function keptAccount(): string {
  try {
    return sessionStorage.getItem(storageKey) ?? "";
  } catch {
    return "";
  }
}

/** Remembers the account, so that a reload comes back to its code; null forgets it. */
function keepAccount(accountName: string | null): void {
  try {
    if (accountName === null) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, accountName);
  } catch {
    // Storage is switched off: the page starts over after a reload.
  }
}

/** The current step. Going back to the account makes a reload start there too. */
function useStage() {
  const [stage, setStage] = useState<"account" | "password" | "done">(keptAccount() ? "password" : "account");
  const startOver = () => {
    keepAccount(null);
    setStage("account");
  };
  return { stage, setStage, startOver };
}

const blank: ResetDraft = { accountName: "", vCode: "", password: "", confirmation: "" };

/** The steps of a password reset: the account, then the mailed code with a new password, then done. */
export function usePasswordReset() {
  const { form, goTo } = useNextFocus();
  const [draft, setDraft] = useState({ ...blank, accountName: keptAccount() });
  const { stage, setStage, startOver } = useStage();
  const [problem, setProblem] = useState<ResetProblem | null>(null);
  const [busy, setBusy] = useState<"sending" | "resetting" | null>(null);

  const refuse = (found: ResetProblem) => {
    setProblem(found);
    if (found.field === "accountName") startOver();
    goTo(found.field);
  };
  const change = (patch: Partial<ResetDraft>) => {
    setDraft((now) => ({ ...now, ...patch }));
    setProblem((now) => (now?.field && now.field in patch ? null : now));
  };

  const sendCode = async () => {
    if (busy) return;
    const accountName = draft.accountName.trim();
    if (accountName === "") return refuse({ field: "accountName", name: null, message: "" });
    setBusy("sending");
    setProblem(null);
    const outcome = await outcomeOf(sendForgotCode, { accountName, locale: preferences.get().language });
    setBusy(null);
    if ("failure" in outcome) return refuse(refusalOf(outcome.failure));
    rememberWait("forgot", accountName, outcome.result.resendSeconds);
    keepAccount(accountName);
    change({ vCode: "" });
    setStage("password");
    goTo("vCode");
  };

  const reset = async () => {
    if (busy) return;
    const wrong = problemOf(draft);
    if (wrong) return refuse(wrong);
    setBusy("resetting");
    setProblem(null);
    const { accountName, vCode, password } = draft;
    const outcome = await outcomeOf(resetPassword, { AccountName: accountName, VCode: vCode, Password: password });
    setBusy(null);
    if ("failure" in outcome) return refuse(refusalOf(outcome.failure));
    keepAccount(null);
    // The account's sessions have ended, and so has this browser's if it was one of them.
    clearSession();
    setDraft(blank);
    setStage("done");
  };

  const restart = () => {
    startOver();
    setDraft((now) => ({ ...blank, accountName: now.accountName }));
    setProblem(null);
    goTo("accountName");
  };

  return {
    ...{ form, draft, change, stage, problem, busy, restart },
    sendCode: () => void sendCode(),
    reset: () => void reset(),
  };
}
