import type { CallFailure } from "@homeroom/contract/client";
import type { InvoiceChoice } from "@homeroom/contract/invoice-choice";
import type { GatewayProvider, PayPage, payments } from "@homeroom/contract/payments";
import { useEffect, useEffectEvent, useState } from "react";
import { api } from "#platform/api.ts";
import { type Outcome, outcomeOf } from "#platform/plain-call.ts";
import { usePreference } from "#platform/preferences.ts";
import { saveFile } from "#platform/save-file.ts";
import { page, receipt, review, showTransfer, start } from "../api/pay-page.ts";
import { type InvoiceDraft, useInvoice } from "./use-invoice.ts";

/** The contents of the page's address. `isBack`: the customer comes from a platform's page. */
export interface PayLink {
  orderID: string;
  key: string;
  isBack: boolean;
}

export interface PayView {
  state: "loading" | "gone" | "failed" | "ready";
  page: PayPage | null;
  busy: boolean;
  /** The error of the last action. */
  problem: string;
  invoice: InvoiceDraft;
  reload(): void;
  /** Asks the platforms for the state of the payment. */
  check(): void;
  pay(provider: GatewayProvider): void;
  show(file: File): void;
  saveReceipt(): void;
  chooseInvoice(chosen: InvoiceChoice): void;
}

/**
 * The page of an order: its contents, and the customer's actions. The parameters of a return from a platform are never
 * trusted.
 */
export function usePayPage({ orderID, key, isBack }: PayLink): PayView {
  const { view, show, busy, setBusy, problem, setProblem, loadAgain } = useShownPage({ orderID, key, isBack });
  usePageKept(() => loadAgain(review));
  const invoice = useInvoice({ orderID, key }, { onSaved: (saved) => show({ result: saved }), onProblem: setProblem });

  /** The order may have been paid or cancelled since it was shown: then the page says so, and no longer how to pay. */
  const afterFailure = async (reason: unknown) => {
    const outcome = await ask(page, { orderID, key });
    const now = outcome && "result" in outcome ? outcome.result : null;
    if (now) show({ result: now });
    if (!now || now.state === view.page?.state) setProblem(String(reason));
    setBusy(false);
  };
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem("");
    await work().catch(afterFailure);
  };
  return {
    ...view,
    busy,
    problem,
    invoice: invoice.draft,
    reload: () => loadAgain(page),
    check: () => loadAgain(review),
    pay: (provider) =>
      void attempt(async () => {
        const { written } = invoice.draft;
        if (written && !(await invoice.save(written))) return setBusy(false);
        const { resultData } = await api.call(start, { orderID, key, provider });
        // Busy until the other page has loaded.
        leaveFor(resultData);
      }),
    saveReceipt: () =>
      void attempt(async () => {
        saveFile(await api.call(receipt, { orderID, key }));
        setBusy(false);
      }),
    chooseInvoice: (chosen) =>
      void attempt(async () => {
        await invoice.save(chosen);
        setBusy(false);
      }),
    show: (file) =>
      void attempt(async () => {
        const options = { file: { content: file, name: file.name } };
        show({ result: (await api.call(showTransfer, { orderID, key }, options)).resultData });
        setBusy(false);
      }),
  };
}

/** The contents of the page, and whether it waits for something. */
function useShownPage({ orderID, key, isBack }: PayLink) {
  // The server names an organisation's own purchases in the reader's language.
  const [language] = usePreference("language");
  const [view, setView] = useState<Pick<PayView, "state" | "page">>({ state: "loading", page: null });
  const [busy, setBusy] = useState(true);
  const [problem, setProblem] = useState("");
  const show = (outcome: PageOutcome) => setView(viewOf(outcome));
  useEffect(() => {
    let wanted = true;
    void ask(isBack ? review : page, { orderID, key }).then((outcome) => {
      if (!wanted) return;
      setView(viewOf(outcome));
      setBusy(false);
    });
    return () => {
      wanted = false;
    };
  }, [orderID, key, isBack, language]);
  const loadAgain = (call: typeof page | typeof review) => {
    setBusy(true);
    setProblem("");
    void ask(call, { orderID, key }).then((outcome) => {
      show(outcome);
      setBusy(false);
    });
  };
  return { view, show, busy, setBusy, problem, setProblem, loadAgain };
}

/** A browser that goes back may show the page as it was left: here, busy opening a platform. */
function usePageKept(onShown: () => void): void {
  const shown = useEffectEvent(onShown);
  useEffect(() => {
    const look = ({ persisted }: PageTransitionEvent) => {
      if (persisted) shown();
    };
    window.addEventListener("pageshow", look);
    return () => window.removeEventListener("pageshow", look);
  }, []);
}

/** Null: there was no answer at all. */
type PageOutcome = Outcome<typeof payments.page> | null;

function ask(call: typeof page | typeof review, link: { orderID: string; key: string }): Promise<PageOutcome> {
  return outcomeOf(call, link).catch(() => null);
}

function viewOf(outcome: PageOutcome): Pick<PayView, "state" | "page"> {
  if (outcome && "result" in outcome) return { state: "ready", page: outcome.result };
  return { state: outcome && isGone(outcome.failure) ? "gone" : "failed", page: null };
}

/** No such order, or an incompletely copied key. */
function isGone({ status }: CallFailure): boolean {
  return status === 404 || status === 422 || status === 400;
}

function leaveFor({ address, fields }: { address: string; fields: Record<string, string> | null }): void {
  if (!fields) {
    window.location.assign(address);
    return;
  }
  const form = document.createElement("form");
  form.method = "post";
  form.action = address;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}
