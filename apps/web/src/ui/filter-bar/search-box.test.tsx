// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { show } from "#ui/for-tests.ts";
import { SearchBox } from "./search-box.tsx";

/** A search box on a screen that takes its time: the address follows when it is told to. */
function box() {
  const asked: string[] = [];
  let follow: (words: string) => void = () => undefined;
  function Screen() {
    const [value, setValue] = useState("");
    follow = setValue;
    return <SearchBox value={value} placeholder="Search" onSearch={(words) => asked.push(words)} />;
  }
  const { person } = show(<Screen />);
  const field = screen.getByRole("searchbox");
  // At once: letter by letter the pause may come between two.
  const write = async (words: string) => {
    await person.click(field);
    await person.paste(words);
  };
  return { write, asked, field, follow: (words: string) => act(() => follow(words)) };
}

it("keeps what is being written when the address comes late with words from before", async () => {
  const { write, asked, follow, field } = box();
  await write("am");
  await waitFor(() => expect(asked).toEqual(["am"]));
  await write("y");
  await waitFor(() => expect(asked).toEqual(["am", "amy"]));
  await write(" c");
  follow("am");
  expect(field).toHaveProperty("value", "amy c");
  follow("amy");
  expect(field).toHaveProperty("value", "amy c");
  await waitFor(() => expect(asked).toEqual(["am", "amy", "amy c"]));
});

it("follows the address when it changes by other means, to words from before too", async () => {
  const { write, asked, follow, field } = box();
  await write("amy");
  await waitFor(() => expect(asked).toEqual(["amy"]));
  follow("amy");
  follow("");
  expect(field).toHaveProperty("value", "");
  follow("amy");
  expect(field).toHaveProperty("value", "amy");
  expect(asked).toEqual(["amy"]);
});

it("takes no more than a list's endpoint does", () => {
  const { field } = box();
  expect(field).toHaveProperty("maxLength", 100);
});
