// @vitest-environment happy-dom
import type { ChatSetting } from "@homeroom/contract/chat-settings";
import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { show } from "#ui/for-tests.ts";
import { AddressList } from "./address-list.tsx";

type Address = ChatSetting["notifyEmails"][number];

function Addresses({ first }: { first: Address[] }) {
  const [value, setValue] = useState(first);
  return (
    <>
      <AddressList id="addresses" value={value} onChange={setValue} />
      <output>{JSON.stringify(value)}</output>
    </>
  );
}

const written = (): unknown => JSON.parse(screen.getByRole("status").textContent);
const some = (count: number): Address[] =>
  Array.from({ length: count }, (_, at) => ({ name: `N${at}`, email: `n${at}@x.test` }));

it("changes the line that is typed in, and no other", async () => {
  const { person } = show(<Addresses first={some(2)} />);
  await person.type(screen.getByLabelText("E-mail of recipient 2"), "x");
  expect(written()).toEqual([
    { name: "N0", email: "n0@x.test" },
    { name: "N1", email: "n1@x.testx" },
  ]);
});

it("removes the line beside the button", async () => {
  const { person } = show(<Addresses first={some(3)} />);
  await person.click(screen.getByRole("button", { name: "Remove recipient 2" }));
  expect(written()).toEqual([some(3)[0], some(3)[2]]);
});

it("adds an empty line, up to ten", async () => {
  const { person } = show(<Addresses first={some(9)} />);
  await person.click(screen.getByRole("button", { name: /Add a recipient/ }));
  expect(written()).toEqual([...some(9), { name: "", email: "" }]);
  expect(screen.queryByRole("button", { name: /Add a recipient/ })).toBeNull();
});
