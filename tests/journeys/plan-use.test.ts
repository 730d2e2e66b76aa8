import { expect, test } from "vitest";
import { seriousFaults } from "../accessibility/serious-faults.ts";
import { useBrowser, visit } from "./visit.ts";

useBrowser();

test("the use of the plan is drawn by day, for each limit, and shown as a table", async () => {
  const { page } = await visit({ as: "admin" });
  await page.goto("/system/payment");
  const use = page.getByRole("region", { name: "用量走勢" });
  await use.getByRole("img", { name: "用量走勢: 儲存空間" }).locator("svg").waitFor();
  await use.getByText("90 天").click();
  await use.getByRole("combobox", { name: "顯示項目" }).click();
  await page.getByRole("option", { name: "員工", exact: true }).click();
  await use.getByRole("img", { name: "用量走勢: 員工" }).locator("svg").waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await use.getByText("以表格顯示").click();
  // The demo has ninety days before today; midnight may pass in the meantime.
  await expect.poll(() => use.getByRole("row").count()).toBeGreaterThan(85);
  // Axe cannot measure the colours of rows that are scrolled out of view.
  expect(await seriousFaults(page, "not colours")).toEqual([]);
});
