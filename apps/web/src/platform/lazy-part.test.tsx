// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { show } from "#ui/for-tests.ts";
import { lazyPart } from "./lazy-part.ts";

const Dialog = () => <p>The dialog</p>;
afterEach(() => vi.restoreAllMocks());

it("keeps the page without a connection, says so, and opens the part once there is one", async () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const load = vi.fn<() => Promise<typeof Dialog>>().mockRejectedValueOnce(new TypeError("Failed to fetch"));
  load.mockResolvedValue(Dialog);
  const Part = lazyPart(load);
  show(
    <>
      <p>The page</p>
      <Part />
    </>,
  );
  expect((await screen.findByRole("alert")).textContent).toMatch(/^No connection/);
  screen.getByText("The page");
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  onLine.mockReturnValue(true);
  await act(async () => window.dispatchEvent(new Event("online")));
  await screen.findByText("The dialog");
  expect(screen.queryByRole("alert")).toBeNull();
});
