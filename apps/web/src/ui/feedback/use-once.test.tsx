// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { Button } from "antd";
import { expect, it, vi } from "vitest";
import { show } from "../for-tests.ts";
import { useOnce } from "./use-once.ts";

function Press({ action }: { action: () => Promise<void> }) {
  const { isRunning, run } = useOnce(action);
  return (
    <Button aria-busy={isRunning} onClick={() => [run(), run()]}>
      Cancel
    </Button>
  );
}

it("does not begin again while it runs, and can be done again after it failed", async () => {
  const first = Promise.withResolvers<void>();
  const action = vi.fn(() => first.promise.catch(() => undefined));
  const { person } = show(<Press action={action} />);
  const button = screen.getByRole("button");
  await person.click(button);
  await person.click(button);
  expect(action).toHaveBeenCalledOnce();
  expect(button.getAttribute("aria-busy")).toBe("true");
  first.reject(new Error("away"));
  await waitFor(() => expect(button.getAttribute("aria-busy")).toBe("false"));
  await person.click(button);
  expect(action).toHaveBeenCalledTimes(2);
});
