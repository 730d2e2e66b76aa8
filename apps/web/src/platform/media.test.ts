import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { media } from "./media.ts";

/** A media query list that behaves like Chromium's: reading it returns the new value and suppresses the event. */
class SilencedByReading extends EventTarget {
  #now = false;
  #told = false;
  get matches(): boolean {
    this.#told = this.#now;
    return this.#now;
  }
  change(to: boolean): void {
    this.#now = to;
  }
  frame(): void {
    if (this.#told === this.#now) return;
    this.#told = this.#now;
    this.dispatchEvent(Object.assign(new Event("change"), { matches: this.#now }));
  }
}

let list: SilencedByReading;

beforeEach(() => {
  list = new SilencedByReading();
  vi.stubGlobal("window", { matchMedia: () => list });
});
afterEach(() => vi.unstubAllGlobals());

test("a change is reported even if the value is read between the change and its event", () => {
  const dark = media("(dark, asked in between)");
  const heard: boolean[] = [];
  dark.subscribe(() => heard.push(dark.matches()));
  list.change(true);
  dark.matches();
  list.frame();
  expect(heard).toEqual([true]);
});

test("a query has one store, and removed listeners are not called", () => {
  const narrow = media("(narrow, asked twice)");
  expect(media("(narrow, asked twice)")).toBe(narrow);
  const listener = vi.fn();
  const stop = narrow.subscribe(listener);
  stop();
  list.change(true);
  list.frame();
  expect(listener).not.toHaveBeenCalled();
  expect(narrow.matches()).toBe(true);
});
