import type { AccountId } from "@homeroom/contract/ids";
import { expect, test } from "vitest";
import { presentAt, shownViewers } from "./viewers.ts";

const person = (nickname: string, viewingFor: number, typingFor: number) => ({
  accountID: nickname as AccountId,
  nickname,
  avatar: null,
  viewingFor,
  typingFor,
});
const names = (people: readonly { nickname: string }[]) => people.map(({ nickname }) => nickname);

test("people expire by the browser's clock when their heartbeats stop", () => {
  const shown = shownViewers([person("王", 40, 6), person("林", 20, 0)], 1000);
  const at = (now: number) => {
    const { here, typing } = presentAt(shown, now);
    return [names(here), names(typing)];
  };
  expect(at(1000)).toEqual([["王", "林"], ["王"]]);
  expect(at(7001)).toEqual([["王", "林"], []]);
  expect(at(21_001)).toEqual([["王"], []]);
  expect(at(41_001)).toEqual([[], []]);
});
