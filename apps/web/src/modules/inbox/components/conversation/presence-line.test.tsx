// @vitest-environment happy-dom
import { AccountId } from "@homeroom/contract/ids";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { show } from "#ui/for-tests.ts";
import type { ShownViewer } from "../../rules/viewers.ts";
import { PresenceLine } from "./holding-bar.tsx";

const hour = 3_600_000;
const viewer = (n: number, nickname: string, facts: Partial<ShownViewer> = {}): ShownViewer => ({
  accountID: AccountId.parse(`019aaaaa-0000-7000-8000-00000000000${n}`),
  nickname,
  avatar: null,
  viewingUntil: Date.now() + hour,
  typingUntil: 0,
  ...facts,
});

/** The text of the line, and the people pictured beside it. */
function line(...viewers: ShownViewer[]) {
  const { container } = render(viewers);
  const words = container.querySelector("[aria-live]")?.textContent;
  return {
    words,
    pictures: viewers.filter(({ nickname }) => screen.queryByTitle(nickname)).map((one) => one.nickname),
  };
}

function render(viewers: ShownViewer[]) {
  show(
    <section aria-label="line">
      <PresenceLine viewers={viewers} />
    </section>,
  );
  return { container: screen.getByRole("region", { name: "line" }) };
}

it("shows nothing while the person is alone", () => {
  expect(line()).toEqual({ words: "", pictures: [] });
});

it("drops people whose time is over", () => {
  expect(line(viewer(1, "Ann", { viewingUntil: Date.now() - 1 }))).toEqual({ words: "", pictures: [] });
});

it("names one viewer, and counts the others", () => {
  expect(line(viewer(1, "Ann"))).toEqual({ words: "Ann is viewing", pictures: ["Ann"] });
});

it("shows at most three pictures", () => {
  const four = [viewer(1, "Ann"), viewer(2, "Bob"), viewer(3, "Cai"), viewer(4, "Dan")];
  expect(line(...four)).toEqual({ words: "Ann and 3 more are viewing", pictures: ["Ann", "Bob", "Cai"] });
});

it("names typing people before viewers", () => {
  const typing = viewer(2, "Bob", { typingUntil: Date.now() + hour });
  expect(line(viewer(1, "Ann"), typing)).toEqual({ words: "Bob is typing…", pictures: ["Ann", "Bob"] });
});
