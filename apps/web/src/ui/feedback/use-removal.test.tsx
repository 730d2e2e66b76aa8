// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { question, show } from "#ui/for-tests.ts";
import { useRemoval } from "./use-removal.ts";

function Remove(props: { remove: () => Promise<unknown>; words?: Parameters<typeof useRemoval>[1] }) {
  const remove = useRemoval(props.remove, props.words);
  return (
    <button type="button" onClick={() => void remove({ name: "East" })}>
      remove
    </button>
  );
}

async function ask(remove: () => Promise<unknown>, words?: Parameters<typeof useRemoval>[1]) {
  const { person } = show(<Remove remove={remove} {...(words && { words })} />);
  await person.click(screen.getByText("remove"));
  return { person, asked: await question("East") };
}

it("deletes after a yes and says so", async () => {
  const remove = vi.fn(async () => null);
  const { person, asked } = await ask(remove);
  asked.getByText("This cannot be undone.");
  expect(remove).not.toHaveBeenCalled();
  await person.click(asked.getByRole("button", { name: "Delete" }));
  await screen.findByText("East has been deleted");
  expect(remove).toHaveBeenCalledExactlyOnceWith({ name: "East" });
});

it("deletes nothing after a no", async () => {
  const remove = vi.fn(async () => null);
  const { person, asked } = await ask(remove);
  await person.click(asked.getByRole("button", { name: "Cancel" }));
  expect(remove).not.toHaveBeenCalled();
});

it("says why the record was not deleted", async () => {
  const { person, asked } = await ask(() => Promise.reject("Something uses it"));
  await person.click(asked.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Something uses it")).toBeDefined();
});

it("uses the record's own texts if it has them", async () => {
  const words = () => ({ title: "Close East?", detail: "3 people go with it.", verb: "Close", done: "Closed" });
  const { person, asked } = await ask(async () => null, words);
  asked.getByText("3 people go with it.");
  await person.click(asked.getByRole("button", { name: "Close" }));
  expect(await screen.findByText("Closed")).toBeDefined();
});
