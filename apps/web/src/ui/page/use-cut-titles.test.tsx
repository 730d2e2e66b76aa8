// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { show } from "#ui/for-tests.ts";
import { useCutTitles } from "./use-cut-titles.ts";

function Page({ children }: { children: ReactNode }) {
  useCutTitles();
  return children;
}

/** A cell with an ellipsis, 100 pixels wide, with text of this width. */
const cell = (text: ReactNode, textWidth: number, title?: string) => (
  <div
    data-testid="cell"
    title={title}
    style={{ textOverflow: "ellipsis" }}
    ref={(element) => {
      if (element) Object.defineProperties(element, { scrollWidth: { value: textWidth }, clientWidth: { value: 100 } });
    }}
  >
    {text}
  </div>
);

const rests = (element: Element) => fireEvent.pointerOver(element);
const title = () => screen.getByTestId("cell").getAttribute("title");

it("sets the full text while the pointer is on a truncated one", () => {
  const words = (
    <>
      <span aria-hidden="true">MC</span>
      <b>Mia Chung</b>
      <span>Hugo</span>
    </>
  );
  show(
    <Page>
      {cell(words, 180)}
      <p>Elsewhere</p>
    </Page>,
  );
  rests(screen.getByText("Mia Chung"));
  expect(title()).toBe("Mia Chung Hugo");
  rests(screen.getByText("Elsewhere"));
  expect(title()).toBeNull();
});

it("has no title where the text fits", () => {
  show(<Page>{cell(<b>Mia</b>, 100)}</Page>);
  rests(screen.getByText("Mia"));
  expect(title()).toBeNull();
});

it("keeps a title of its own", () => {
  show(<Page>{cell(<b>Mia Chung</b>, 180, "Her name")}</Page>);
  rests(screen.getByText("Mia Chung"));
  expect(title()).toBe("Her name");
});
