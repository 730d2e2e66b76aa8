import { expect, test } from "vitest";
import { useBrowser, visit } from "./visit.ts";

useBrowser();

test("the tour is shown again from the user menu, step by step", async () => {
  const { page, complaints } = await visit({ as: "owner" });
  await page.goto("/dashboard");
  // The kit's tour box has no role.
  const tour = page.locator(".ant-tour");
  await page.locator("[data-tour='user']").click();
  await page.getByRole("menuitem", { name: "產品導覽" }).click();
  for (const station of ["從這裡去任何地方", "切換分校", "連接通訊帳號", "名單", "對話", "群發訊息"]) {
    await tour.getByText(station, { exact: true }).waitFor();
    await tour.getByRole("button", { name: "下一步" }).click();
  }
  await tour.getByText("訂閱與付款", { exact: true }).waitFor();
  await tour.getByRole("button", { name: "結束導覽" }).click();
  await tour.waitFor({ state: "hidden" });
  expect(complaints).toEqual([]);
});
