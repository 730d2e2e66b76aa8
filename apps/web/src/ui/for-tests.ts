import type { Endpoint, ResponseOf } from "@homeroom/contract/endpoint";
import type { FieldError } from "@homeroom/contract/envelope";
import type { ErrorName } from "@homeroom/contract/errors/catalogue";
import type { UserInfo } from "@homeroom/contract/member";
import type { Permission } from "@homeroom/contract/permissions";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, render, screen, waitFor, within } from "@testing-library/react";
import { PointerEventsCheckLevel, userEvent } from "@testing-library/user-event";
import { ConfigProvider } from "antd";
import { createInstance, type Resource } from "i18next";
import { createElement, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { onTestFinished, vi } from "vitest";
import { setCurrentUser } from "#platform/access.ts";
import { preferences } from "#platform/preferences.ts";
import { LoadedKit } from "./feedback/loaded-kit.tsx";

// The limit of all tests: only a real hang reaches it.
configure({ asyncUtilTimeout: 180_000 });

/** The server's answer to one kind of call. */
interface Answer {
  endpoint: Endpoint;
  body: object;
  /** The answer waits for this. */
  until?: Promise<unknown> | undefined;
}

/** A call that a component has made. */
interface SentCall {
  method: string;
  path: string;
  sent: unknown;
}

/** The server answers this call with this. */
export function answers<E extends Endpoint>(endpoint: E, data: ResponseOf<E>): Answer {
  return { endpoint, body: { success: true, resultData: data } };
}

/** The server refuses this call, for these fields if any are named. */
export function refuses(endpoint: Endpoint, name: ErrorName, errors: readonly FieldError[] = []): Answer {
  return { endpoint, body: { success: false, name, message: name, errors } };
}

/** Delays the server's answer. */
export function later(answer: Answer, until: Promise<unknown>): Answer {
  return { ...answer, until };
}

/** The server gives these answers to the same call one after another, and the last one from then on. */
export function inTurn(first: Answer, ...next: Answer[]): Answer {
  const left = [first, ...next];
  return {
    endpoint: first.endpoint,
    get until() {
      return left[0]?.until;
    },
    get body() {
      return (left.length > 1 ? left.shift() : left[0])?.body ?? first.body;
    },
  };
}

interface ShowOptions {
  perms?: readonly Permission[];
  /** Further fields of the signed-in person. */
  user?: object;
  /** The query of the page's address. */
  search?: string;
  server?: readonly Answer[];
  /** The size of every element on the page, in pixels, so that a virtual list renders its first rows. */
  height?: number;
}

/**
 * Renders something as on a screen: signed in, in English, with an address and a server. Returns the user, the calls sent to
 * the server, and the current query of the address. Everything is cleaned up after the test.
 */
export function show(
  children: ReactNode,
  { perms = [], user = {}, search = "", server = [], height = 0 }: ShowOptions = {},
) {
  const styles = hidesWhatIsHidden();
  const heights = vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(height);
  const calls: SentCall[] = [];
  const { language } = preferences.get();
  preferences.set({ language: "en" });
  setCurrentUser({ roles: [], perms, branch: {}, ...user } as unknown as UserInfo);
  vi.stubGlobal("fetch", fetchFrom(server, calls));
  const router = createMemoryRouter([{ path: "*", element: children }], { initialEntries: [`/screen${search}`] });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
  render(
    createElement(
      QueryClientProvider,
      { client },
      createElement(
        I18nextProvider,
        { i18n: englishTexts() },
        createElement(
          ConfigProvider,
          { theme: { token: { motion: false }, zeroRuntime: true }, wave: { disabled: true } },
          createElement(RouterProvider, { router, flushSync }),
          createElement(LoadedKit),
        ),
      ),
    ),
  );
  onTestFinished(() => {
    cleanup();
    heights.mockRestore();
    styles.remove();
    client.clear();
    setCurrentUser(null);
    preferences.set({ language });
    vi.unstubAllGlobals();
  });
  return {
    // The test page understands the kit's style sheets only in part: rules about the pointer are ignored.
    person: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }),
    sentTo: (endpoint: Endpoint) => calls.filter((call) => isFor(endpoint, call)).map(({ sent }) => sent),
    search: () => router.state.location.search,
  };
}

/** The one rule of the kit's styles that tests need: closed parts are hidden. The full styles take half of the rendering time. */
function hidesWhatIsHidden(): HTMLStyleElement {
  const styles = document.createElement("style");
  const closed = ["dropdown", "popover", "tooltip", "select-dropdown", "picker-dropdown", "cascader-dropdown"];
  styles.textContent = `${closed.map((part) => `.ant-${part}-hidden`).join()} { display: none }`;
  document.head.append(styles);
  return styles;
}

/** A confirmation dialog, found by its text: in tests the kit gives all dialogs the same id, and so the same name. */
export async function question(words: string) {
  const asks = (dialog: HTMLElement) => dialog.textContent.includes(words);
  return waitFor(() => {
    const found = screen.getAllByRole("dialog", { hidden: true }).findLast(asks);
    if (!found) throw new Error(`Nothing asks “${words}”.`);
    return within(found);
  });
}

function fetchFrom(server: readonly Answer[], calls: SentCall[]) {
  return async (address: string, { method = "GET", body }: { method?: string; body?: string | FormData } = {}) => {
    const [path = "", query = ""] = address.split("?");
    const fields = body instanceof FormData ? body : new URLSearchParams(query);
    const call = { method, path, sent: typeof body === "string" ? JSON.parse(body) : Object.fromEntries(fields) };
    calls.push(call);
    const found = server.find(({ endpoint }) => isFor(endpoint, call));
    if (!found) throw new Error(`The test has no answer to ${method} ${path}.`);
    await found.until;
    return new Response(JSON.stringify(found.body), { headers: { "content-type": "application/json" } });
  };
}

function isFor({ method, path }: Endpoint, call: SentCall): boolean {
  return method === call.method && new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`).test(call.path);
}

const files = import.meta.glob<Resource[string][string]>("../platform/i18n/en/*.json", {
  import: "default",
  eager: true,
});

function englishTexts() {
  const texts = createInstance();
  const named = Object.entries(files).map(([file, words]) => [file.replace(/^.*\/|\.json$/g, ""), words]);
  void texts.use(initReactI18next).init({
    lng: "en",
    resources: { en: Object.fromEntries(named) },
    defaultNS: false,
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  return texts;
}
