// @vitest-environment happy-dom
import { aiImages } from "@homeroom/contract/ai-images";
import { useQueryClient } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import { useImageQuota } from "./api.ts";

const quota = { isSetUp: true, models: [], month: "2026-11", limit: 200, used: 6, storageLimit: 1000, storageUsed: 10 };

function Quota() {
  const [waiting, setWaiting] = useState(0);
  useQueryClient().setDefaultOptions({ queries: { staleTime: 60_000 } });
  useImageQuota(waiting);
  return (
    <button type="button" onClick={() => setWaiting(1 - waiting)}>
      {waiting} waiting
    </button>
  );
}

it("refetches the space when images have been made, however soon", async () => {
  const { person, sentTo } = show(<Quota />, { server: [answers(aiImages.quota, quota)] });
  const asked = (times: number) => waitFor(() => expect(sentTo(aiImages.quota)).toHaveLength(times));
  await asked(1);
  await person.click(screen.getByText("0 waiting"));
  await asked(2);
  await person.click(screen.getByText("1 waiting"));
  await asked(3);
});
