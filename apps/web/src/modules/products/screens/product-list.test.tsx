// @vitest-environment happy-dom
import { RecordId } from "@homeroom/contract/ids";
import { type ProductRow, products } from "@homeroom/contract/products";
import { useQueryClient } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import { ProductList } from "./product-list.tsx";

const idOf = (number: number) => RecordId.parse(`0190c3a0-0000-7000-8000-00000000000${number}`);
const rowOf = (number: number, name: string): ProductRow => ({
  ...{ recordID: idOf(number), retailerID: `P${number}`, name, salesName: "", price: 300, currency: "HKD" },
  ...{ type: { recordID: idOf(9), name: "Lesson" }, images: [], description: "", kind: "online", validDays: null },
  ...{ expiryDate: null, lessons: null, isExpired: false, productURL: "", status: "active", syncStatus: "none" },
  ...{ syncReason: null, syncDetail: "", syncTime: null, creator: "", updater: "", createTime: "", updateTime: "" },
  version: 1,
});
const [piano, violin] = [rowOf(1, "Piano"), rowOf(2, "Violin")];
const pageWith = (list: ProductRow[]) =>
  answers(products.list, {
    ...{ list, total: list.length, totalIsEstimate: false, pageNum: 1, pageSize: 40, nextCursor: null },
    currency: "HKD",
  });

function Renewed() {
  const client = useQueryClient();
  return (
    <button type="button" onClick={() => void client.invalidateQueries()}>
      A colleague saves
    </button>
  );
}

function start(perms: Parameters<typeof show>[1], search = `?product=${idOf(1)}`) {
  const server = [pageWith([piano, violin])];
  const page = (
    <>
      <Renewed />
      <ProductList />
    </>
  );
  return { ...show(page, { search, server, ...perms }), server };
}

const name = () => screen.findByDisplayValue("Piano");

it("keeps the form of a product that leaves the list during editing", async () => {
  const { person, server, sentTo } = start({ perms: ["sale:product:query", "sale:product:edit"] });
  await person.type(await name(), " lessons");
  server[0] = pageWith([violin]);
  await person.click(screen.getByText("A colleague saves"));
  await waitFor(() => expect(sentTo(products.list).length).toBeGreaterThan(1));
  await waitFor(() => expect(screen.queryByText("2 products")).toBeNull());
  expect(screen.getByDisplayValue("Piano lessons")).toBeTruthy();
});

it("shows no form to people without the right to edit", async () => {
  start({ perms: ["sale:product:query"] });
  await waitFor(() => expect(screen.getByRole("dialog").textContent).toContain("Piano"));
  expect(screen.queryByDisplayValue("Piano")).toBeNull();
});

it("opens nothing for a product that is not in the list", async () => {
  start({ perms: ["sale:product:query", "sale:product:edit"] }, `?product=${idOf(7)}`);
  await screen.findByText("2 products");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("refuses more lessons than the limit, and names it", async () => {
  const { person, sentTo } = start({ perms: ["sale:product:query", "sale:product:edit"] });
  const lessons = await screen.findByLabelText<HTMLInputElement>("Lessons");
  await person.type(lessons, "1001");
  await person.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("At most 1000")).toBeTruthy();
  expect([lessons.value, sentTo(products.edit)]).toEqual(["1001", []]);
});

it("clears an invalid number of days when its field is hidden", async () => {
  const { person } = start({ perms: ["sale:product:query", "sale:product:edit"] });
  await name();
  await person.click(screen.getByRole("radio", { name: "Days after purchase" }));
  await person.type(await screen.findByLabelText("Valid for"), "99999");
  await person.click(screen.getByRole("radio", { name: "Online, no limit" }));
  await person.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Please upload a picture");
  expect(screen.queryByText("At most 3650")).toBeNull();
});
