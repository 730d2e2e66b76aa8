// @vitest-environment happy-dom
import { RecordId } from "@homeroom/contract/ids";
import { customLists, type ListItem } from "@homeroom/contract/media";
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { show } from "#ui/for-tests.ts";
import { ItemRow } from "./item-row.tsx";

const item: ListItem = {
  recordID: RecordId.parse("019aaaaa-0000-7000-8000-000000000001"),
  name: "Called",
  sort: 1,
  status: 1,
  useCount: 0,
  isProtected: false,
};
const names = () => screen.queryAllByRole("button").map((button) => button.getAttribute("aria-label"));

it("shows no button to people who can only read", () => {
  show(<ItemRow list={customLists.leadStatuses} item={item} isDragged={false} />);
  expect(names()).toEqual([]);
});

it("is moved with the arrow keys on its handle, and with no other key", async () => {
  const handleMove = vi.fn();
  const { person } = show(
    <ItemRow list={customLists.leadStatuses} item={item} isDragged={false} onMove={handleMove} />,
  );
  screen.getByRole("button", { name: "Move “Called” with the arrow keys" }).focus();
  await person.keyboard("{ArrowUp}{ArrowDown}{ArrowRight}");
  expect(handleMove.mock.calls).toEqual([[-1], [1]]);
});

it("cannot be deleted if the product relies on it, and says why", () => {
  show(
    <ItemRow
      list={customLists.leadStatuses}
      item={{ ...item, isProtected: true }}
      isDragged={false}
      onEdit={vi.fn()}
      onRemove={vi.fn()}
    />,
  );
  expect(names()).toEqual(["Edit “Called”"]);
  screen.getByText("Homeroom uses it, so it can be renamed but not deleted");
});

it("accepts a drop only if items can be moved", () => {
  const handleDrop = vi.fn();
  show(<ItemRow list={customLists.leadStatuses} item={item} isDragged={false} onDrop={handleDrop} />);
  const row = screen.getByRole("listitem");
  // Returns false if the row accepts the drop.
  expect(fireEvent.dragOver(row)).toBe(false);
  fireEvent.drop(row);
  expect(handleDrop).toHaveBeenCalledOnce();
});

it("refuses a drop if nothing can be moved", () => {
  show(<ItemRow list={customLists.leadStatuses} item={{ ...item, status: 0 }} isDragged={false} />);
  expect(fireEvent.dragOver(screen.getByRole("listitem"))).toBe(true);
  screen.getByText("Turned off");
});

it.each([
  [customLists.tags, "2 leads"],
  [customLists.productTypes, "2 products"],
  [customLists.landingCategories, "2 landing pages"],
])("says what uses it: %s, %s", (list, words) => {
  show(<ItemRow list={list} item={{ ...item, useCount: 2 }} isDragged={false} />);
  expect(screen.getByText(words)).toBeTruthy();
});
