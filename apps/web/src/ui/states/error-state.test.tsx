// @vitest-environment happy-dom
import { plainMessageOf } from "@homeroom/contract/errors/plain-messages";
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { show } from "#ui/for-tests.ts";
import { ErrorState } from "./error-state.tsx";

it("offers to try again after a failure", async () => {
  const onRetry = vi.fn();
  const { person } = show(<ErrorState message={plainMessageOf("SYSTEM_ERROR", "en")} onRetry={onRetry} />);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  expect(onRetry).toHaveBeenCalledOnce();
  expect(screen.queryByText(/may have been deleted/)).toBeNull();
});

it("says that a record may be deleted, without a useless retry", () => {
  show(<ErrorState message={plainMessageOf("NOT_FOUND", "en")} onRetry={vi.fn()} />);
  screen.getByText(/may have been deleted/);
  expect(screen.queryByRole("button")).toBeNull();
});
