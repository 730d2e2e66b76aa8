import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { pageScript } from "./page-script.ts";

/** As much of a browser's tab as the script of pages uses for a form; its memory outlives the page. */
function openTab() {
  const memory = new Map<string, string>();
  const sent: URLSearchParams[] = [];
  let answers = (): Promise<object> => Promise.reject(new Error("offline"));
  return {
    memory,
    sent,
    answerWith(status: number, said: object) {
      answers = () => Promise.resolve({ ok: status < 300, status, json: () => Promise.resolve(said) });
    },
    /** Loads the page: what is in its form, what it says below, and what the script waits for. */
    load(fields: Record<string, string>) {
      const page = { said: "", hasThanked: false, waits: [] as (() => void)[], press: (): void => undefined, fields };
      const line = { className: "", textContent: "", setAttribute: () => undefined, remove: () => (page.said = "") };
      const form = {
        action: "/p/a/b/send",
        dataset: { thanks: "thanks", failed: "failed", waiting: "waiting" },
        elements: Object.fromEntries(
          Object.keys(fields).map((name) => [
            name,
            {
              type: "text",
              set value(text: string) {
                fields[name] = text;
              },
            },
          ]),
        ),
        querySelector: (what: string) => (what === "button" ? button : page.said ? line : null),
        insertBefore: (added: typeof line) => (page.said = added.textContent),
        replaceWith: () => (page.hasThanked = true),
        addEventListener: (_name: string, press: (event: object) => void) =>
          (page.press = () => press({ preventDefault: () => undefined })),
      };
      const button = {
        textContent: "send",
        dataset: { busy: "busy" },
        setAttribute: () => undefined,
        removeAttribute: () => undefined,
      };
      const element = () => ({ ...line, scrollIntoView: () => undefined });
      runInNewContext(pageScript, {
        ...{ URLSearchParams, Date, Math, Error, crypto, location: { search: "?utm_source=meta" } },
        document: {
          referrer: "",
          querySelectorAll: (what: string) => (what.startsWith("form") ? [form] : []),
          createElement: element,
        },
        FormData: function formData() {
          return Object.entries(fields);
        },
        fetch: (_address: string, { body }: { body: URLSearchParams }) => {
          sent.push(new URLSearchParams(body));
          return answers();
        },
        sessionStorage: {
          getItem: (key: string) => memory.get(key) ?? null,
          setItem: (key: string, text: string) => memory.set(key, text),
          removeItem: (key: string) => memory.delete(key),
        },
        window: { crypto, addEventListener: () => undefined },
        setTimeout: (work: () => void) => page.waits.push(work),
        clearTimeout: () => undefined,
      });
      return page;
    },
  };
}

test("a form that was not accepted is retried as the same entry, also after a reload", async () => {
  const tab = openTab();
  const page = tab.load({ name: "王爸爸", phone: "0912345678" });
  page.press();
  await expect.poll(() => page.said).toBe("waiting");
  for (let time = 1; time < 12; time += 1) {
    page.waits.shift()?.();
    // oxlint-disable-next-line no-await-in-loop -- one attempt after the other, for as long as the page is open
    await expect.poll(() => page.waits.length).toBe(1);
  }
  expect(tab.sent).toHaveLength(12);

  const loaded = tab.load({ name: "", phone: "" });
  expect(loaded.fields).toEqual({ name: "王爸爸", phone: "0912345678" });
  await expect.poll(() => loaded.waits.length).toBe(1);
  tab.answerWith(503, { message: "later" });
  loaded.waits.shift()?.();
  await expect.poll(() => loaded.waits.length).toBe(1);
  expect(loaded.hasThanked).toBe(false);
  tab.answerWith(200, { message: "thanks" });
  loaded.waits.shift()?.();
  await expect.poll(() => loaded.hasThanked).toBe(true);
  expect(new Set(tab.sent.map((body) => body.get("entry")))).toHaveProperty("size", 1);
  expect(tab.sent.at(-1)?.get("utm_source")).toBe("meta");
  expect(tab.memory.size).toBe(0);
});

test("a refused form shows the reason, stores nothing, and can be corrected", async () => {
  const tab = openTab();
  const page = tab.load({ name: "王爸爸", phone: "12" });
  tab.answerWith(422, { message: "check the phone" });
  page.press();
  await expect.poll(() => page.said).toBe("check the phone");
  expect(tab.memory.size).toBe(0);
  tab.answerWith(200, { message: "thanks" });
  page.press();
  await expect.poll(() => page.hasThanked).toBe(true);
  expect(tab.sent).toHaveLength(2);
});
