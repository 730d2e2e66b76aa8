// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { show } from "#ui/for-tests.ts";
import { SearchBox } from "./search-box.tsx";

/** A search box on a slow screen: the test decides when the address follows. */
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
  // In one step: letter by letter, the pause might fall between two letters.
  const write = async (words: string) => {
    await person.click(field);
    await person.paste(words);
  };
  return { write, asked, field, follow: (words: string) => act(() => follow(words)) };
}

it("keeps what is being typed when the address arrives late with earlier words", async () => {
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

it("follows the address when something else changes it, even to earlier words", async () => {
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

it("accepts no more characters than the list's endpoint", () => {
  const { field } = box();
  expect(field).toHaveProperty("maxLength", 100);
});
