// @vitest-environment happy-dom
import { customLists, type ListItem, media } from "@homeroom/contract/media";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, question, refuses, show } from "#ui/for-tests.ts";
import { useRemoveItem } from "./use-remove-item.ts";

const unused = { recordID: "019aaaaa-0000-7000-8000-000000000001", name: "Cold", sort: 1, status: 1, useCount: 0 };
const used = { ...unused, useCount: 2 };

function Remove({ item }: { item: object }) {
  const remove = useRemoveItem(customLists.leadStatuses);
  return (
    <button type="button" onClick={() => void remove(item as ListItem)}>
      remove
    </button>
  );
}

it("asks, and then deletes an unused item", async () => {
  const { person, sentTo } = show(<Remove item={unused} />, { server: [answers(media.removeItem, null)] });
  await person.click(screen.getByText("remove"));
  const asked = await question("Delete “Cold”");
  expect(sentTo(media.removeItem)).toEqual([]);
  await person.click(asked.getByRole("button", { name: "Delete" }));
  await screen.findByText("Deleted “Cold”");
  expect(sentTo(media.removeItem)).toHaveLength(1);
});

it("offers to turn off an item that leads use, and sends no deletion", async () => {
  const server = [answers(media.saveItem, { recordID: used.recordID } as never)];
  const { person, sentTo } = show(<Remove item={used} />, { server });
  await person.click(screen.getByText("remove"));
  const asked = await question("in use and cannot be deleted");
  asked.getByText(/2 leads use it/);
  await person.click(asked.getByRole("button", { name: "Turn off" }));
  await screen.findByText("Turned off “Cold”");
  expect(sentTo(media.saveItem)).toEqual([expect.objectContaining({ recordID: used.recordID, status: 0 })]);
  expect(sentTo(media.removeItem)).toEqual([]);
});

it("offers the same when the server knows of a use that the list does not show", async () => {
  const { person, sentTo } = show(<Remove item={unused} />, {
    server: [refuses(media.removeItem, "SETTING_ITEM_IN_USE")],
  });
  await person.click(screen.getByText("remove"));
  await person.click(await screen.findByRole("button", { name: "Delete" }));
  await question("in use and cannot be deleted");
  expect(sentTo(media.saveItem)).toEqual([]);
});

it("only says why if it is already turned off", async () => {
  const { person, sentTo } = show(<Remove item={{ ...used, status: 0 }} />);
  await person.click(screen.getByText("remove"));
  await screen.findByText(/in use and cannot be deleted.*2 leads use it/);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sentTo(media.saveItem)).toEqual([]);
});
