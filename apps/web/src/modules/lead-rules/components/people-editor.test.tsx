// @vitest-environment happy-dom
import { AccountId } from "@homeroom/contract/ids";
import type { AssignmentRule, RuleMember } from "@homeroom/contract/lead-rules";
import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { show } from "#ui/for-tests.ts";
import { newMember } from "../rules/rule-form.ts";
import { PeopleEditor } from "./people-editor.tsx";

const id = (n: number) => AccountId.parse(`019aaaaa-0000-7000-8000-00000000000${n}`);
const people = ["Ann", "Bob", "Cai"].map((nickname, at) => ({
  accountID: id(at),
  nickname,
  openLeads: at,
  absentToday: false,
}));
const sharing = (...ratios: (number | null)[]) => ratios.map((ratio, at) => ({ ...newMember(id(at)), ratio }));

function Editor({ first, way = "ratio" }: { first: RuleMember[]; way?: AssignmentRule }) {
  const [value, setValue] = useState(first);
  const goneNames = new Map([[id(7), "Dan"]]);
  return (
    <>
      <PeopleEditor value={value} onChange={setValue} way={way} people={people} goneNames={goneNames} />
      <output>{value.map(({ ratio }) => ratio ?? "-").join(" ")}</output>
    </>
  );
}

const shares = () => screen.getByRole("status").textContent;

it("says how much of 100 % is left, and divides it among people without a share", async () => {
  const { person } = show(<Editor first={sharing(40, null, null)} />);
  screen.getByText("Total 40 % · 60 % left");
  await person.click(screen.getByRole("button", { name: "Share the rest" }));
  expect(shares()).toBe("40 30 30");
  screen.getByText("Total 100 %");
  expect(screen.queryByRole("button", { name: "Share the rest" })).toBeNull();
});

it("says how much is too much, which cannot be divided, and resets to even shares", async () => {
  const { person } = show(<Editor first={sharing(80, 50, null)} />);
  screen.getByText("Total 130 % · 30 % too many");
  expect(screen.queryByRole("button", { name: "Share the rest" })).toBeNull();
  await person.click(screen.getByRole("button", { name: "Share evenly" }));
  expect(shares()).toBe("34 33 33");
});

it("adds everybody who is not included yet", async () => {
  const { person } = show(<Editor first={sharing(100)} />);
  await person.click(screen.getByRole("button", { name: "Add all" }));
  expect(shares()).toBe("100 - -");
  expect(screen.queryByRole("button", { name: "Add all" })).toBeNull();
});

it("shows the former name of a person who has left", () => {
  show(<Editor first={[newMember(id(7))]} />);
  expect(screen.getByText("Dan").textContent).toBe("DanNo longer here");
});

it("shows no shares if nothing is shared", () => {
  show(<Editor first={sharing(null, null)} way="roundRobin" />);
  expect(screen.queryByText(/^Total/)).toBeNull();
  expect(screen.queryByRole("button", { name: "Share evenly" })).toBeNull();
});
