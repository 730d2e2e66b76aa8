// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { show } from "#ui/for-tests.ts";
import { RelativeTime } from "./relative-time.tsx";

it("has a capital on its own, and none within a sentence", () => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  show(
    <>
      <RelativeTime value={yesterday} />
      <p>
        As of <RelativeTime inText value={yesterday} />
      </p>
    </>,
  );
  expect(screen.getAllByRole("time").map(({ textContent }) => textContent)).toEqual(["Yesterday", "yesterday"]);
});
