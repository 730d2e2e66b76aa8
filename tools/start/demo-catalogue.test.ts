import { expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../apps/sandbox/src/main.ts";
import { readSettings } from "../../apps/sandbox/src/settings.ts";
import { fillDemoCatalogue } from "./demo-catalogue.ts";

const silent = () => undefined;

test("the sandbox's catalogue gets the demo's products with their pictures, and keeps existing ones", async () => {
  const settings = { ...readSettings({}), port: 0, log: { info: silent, warn: silent, error: silent } };
  const sandbox = await startSandbox(settings);
  onTestFinished(() => sandbox.close());
  const call = async (path: string, body?: object) => {
    const address = `${sandbox.url}/300000000000001/${path}`;
    const headers = { authorization: "Bearer demo-access-token", "content-type": "application/json" };
    const response = await fetch(address, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });
    return (await response.json()) as { data: Record<string, string>[] };
  };
  await fillDemoCatalogue(sandbox.url);
  const { data } = await call("products");
  expect(data).toHaveLength(11);
  expect(data[0]).toMatchObject({ id: "CG-001", name: "英語拼讀啟蒙", price: "9600 TWD" });
  expect(data[0]?.["image_link"]).toMatch(/^data:image\/svg\+xml;utf8,%3Csvg/);

  const requests = [{ method: "DELETE", data: { id: "CG-001" } }];
  await call("items_batch", { item_type: "PRODUCT_ITEM", allow_upsert: true, requests });
  await fillDemoCatalogue(sandbox.url);
  expect((await call("products")).data).toHaveLength(10);
});
