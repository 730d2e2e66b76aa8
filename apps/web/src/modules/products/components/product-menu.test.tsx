// @vitest-environment happy-dom
import type { ProductRow } from "@homeroom/contract/products";
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { show } from "#ui/for-tests.ts";
import { ProductMenu } from "./product-menu.tsx";
import type { ProductActions } from "./use-product-actions.ts";

const product = { recordID: "1", name: "Piano" } as ProductRow;
const all = ["sale:product:add", "sale:product:edit", "sale:product:delete"] as const;

function start(place: number, rights?: Parameters<typeof show>[1], mayMove = true) {
  const actions = { move: vi.fn(async () => undefined), remove: vi.fn(async () => undefined), copy: vi.fn() };
  const given = { ...actions, placeOf: () => place, count: 3, mayMove } as unknown as ProductActions;
  return { ...show(<ProductMenu product={product} actions={given} />, rights ?? { perms: all }), ...actions };
}

const open = (person: ReturnType<typeof start>["person"]) => person.click(screen.getByRole("button"));
const offered = async (count: number) =>
  waitFor(() => {
    const items = [...document.querySelectorAll<HTMLElement>("[role=menuitem]")];
    expect(items).toHaveLength(count);
    return items;
  });

it("offers each move only where there is a place to move to", async () => {
  const first = start(0);
  await open(first.person);
  expect(await offered(3)).toBeDefined();
});

it("is empty for people without any permission to change products", () => {
  start(1, {});
  expect(screen.queryByRole("button")).toBeNull();
});

it("moves a product up by one and to the top", async () => {
  const { person, move } = start(2);
  await open(person);
  const [, top, up] = await offered(4);
  await person.click(up ?? document.body);
  await person.click(screen.getByRole("button"));
  await person.click(top ?? document.body);
  expect(move.mock.calls).toEqual([
    [product, 1],
    [product, 0],
  ]);
});

it("offers no moves if the products are not in the order of the catalogue", async () => {
  const { person } = start(1, { perms: all }, false);
  await open(person);
  expect((await offered(2)).map((item) => item.textContent)).toEqual(["Copy", "Delete"]);
});
