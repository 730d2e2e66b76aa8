import type { CountryCode } from "@homeroom/contract/countries";
import type { RegistrationResult } from "@homeroom/contract/registration";
import { useEffect, useState } from "react";
import { outcomeOf } from "#platform/plain-call.ts";
import { preferences } from "#platform/preferences.ts";
import { useNextFocus } from "#ui/plain-form/next-focus.ts";
import { rememberWait } from "#ui/plain-form/resend-wait.ts";
import { register, sendRegisterCode } from "../api.ts";
import { blankDraft, changed, type Draft, readDraft } from "../rules/draft.ts";
import {
  firstProblem,
  type Passwords,
  type Problem,
  type Problems,
  placedRefusal,
  problemsOfStep,
  stepFields,
} from "../rules/problems.ts";

const storageKey = "registration";

/** The draft, kept in this tab across reloads until it is removed. */
function useKeptDraft() {
  const [draft, setDraft] = useState(keptDraft);
  useEffect(() => {
    attempt(() => sessionStorage.setItem(storageKey, JSON.stringify(draft)));
  }, [draft]);
  return { draft, setDraft, forget: () => attempt(() => sessionStorage.removeItem(storageKey)) };
}

function keptDraft(): Draft {
  const blank = blankDraft(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const draft = readDraft(attempt(() => sessionStorage.getItem(storageKey)) ?? null, blank);
  return { ...draft, step: Math.min(Math.max(0, Math.trunc(draft.step)), stepFields.length - 1) };
}

/** Storage is full or switched off: the form lasts as long as the page. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** The form in three steps, and its two calls. */
export function useRegistration(onRegistered: (made: RegistrationResult) => void) {
  const steps = useSteps();
  const { draft, passwords, change, show, refuse, open } = steps;
  const [busy, setBusy] = useState<"sending" | "registering" | null>(null);

  const sendCode = async () => {
    const email = draft.email.trim().toLowerCase();
    const { email: wrong } = problemsOfStep(1, draft, passwords);
    if (wrong) return void show({ email: wrong });
    setBusy("sending");
    const outcome = await outcomeOf(sendRegisterCode, { email, locale: preferences.get().language });
    setBusy(null);
    if ("failure" in outcome) return refuse(outcome.failure);
    rememberWait("register", email, outcome.result.resendSeconds);
    change({ codeSentTo: email, vCode: "" });
    steps.goTo("vCode");
  };

  const submit = async () => {
    if (busy) return;
    // Input that was valid when its step was left may have changed since.
    for (let step = 0; step <= draft.step; step += 1) {
      if (show(problemsOfStep(step, draft, passwords))) return;
    }
    if (draft.step < stepFields.length - 1) return open(draft.step + 1);
    setBusy("registering");
    const outcome = await outcomeOf(register, requestOf(draft, passwords));
    setBusy(null);
    if ("failure" in outcome) return refuse(outcome.failure);
    steps.forget();
    onRegistered(outcome.result);
  };

  return { ...steps, busy, sendCode: () => void sendCode(), submit: () => void submit() };
}

export type Registration = ReturnType<typeof useRegistration>;

/** The input, its errors, the current step, and where the cursor goes next. */
function useSteps() {
  const { form, goTo } = useNextFocus();
  const { draft, setDraft, forget } = useKeptDraft();
  const [passwords, setPasswords] = useState<Passwords>({ password: "", confirmpassword: "" });
  const [problems, setProblems] = useState<Problems>({});
  const [whole, setWhole] = useState<Problem | null>(null);

  /** Marks the errors and opens the step with the first; false if there are none. */
  const show = (found: Problems): boolean => {
    const first = firstProblem(found);
    setProblems(found);
    setWhole(null);
    if (!first) return false;
    goTo(first.field);
    setDraft((now) => ({ ...now, step: first.step }));
    return true;
  };
  const refuse = (failure: Parameters<typeof placedRefusal>[0]) => {
    const refusal = placedRefusal(failure);
    show(refusal.problems);
    setWhole(refusal.whole);
  };
  const change = (patch: Partial<Draft>) => {
    setDraft((now) => changed(now, patch));
    setProblems((now) => without(now, patch));
  };
  const changePassword = (patch: Partial<Passwords>) => {
    setPasswords((now) => ({ ...now, ...patch }));
    setProblems((now) => without(now, patch));
  };
  const open = (step: number) => {
    show({});
    goTo(stepFields[step]?.[0] ?? null);
    setDraft((now) => ({ ...now, step }));
  };
  return { form, draft, passwords, problems, whole, goTo, show, refuse, change, changePassword, open, forget };
}

function without(problems: Problems, patch: object): Problems {
  return Object.fromEntries(Object.entries(problems).filter(([field]) => !(field in patch)));
}

function requestOf({ step: _, codeSentTo: __, consent: ___, ...draft }: Draft, passwords: Passwords) {
  return {
    ...draft,
    ...passwords,
    country: draft.country as CountryCode,
    branchInfo: draft.branchInfo as "1",
    acceptMessage: draft.acceptMessage ? 1 : 0,
    locale: preferences.get().language,
  };
}
