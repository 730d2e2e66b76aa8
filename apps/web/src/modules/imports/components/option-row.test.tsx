// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { show } from "#ui/for-tests.ts";
import { ManyOption } from "./option-row.tsx";

function Tags() {
  const [value, setValue] = useState<string[]>([]);
  const options = [
    { value: "1", label: "High intent" },
    { value: "2", label: "Call back" },
  ];
  return <ManyOption label="Tags" value={value} placeholder="None" options={options} onChange={setValue} />;
}

it("finds a choice by a part of its name", async () => {
  const { person } = show(<Tags />);
  await person.type(await screen.findByRole("combobox", { name: "Tags" }), "back");
  expect(await screen.findByTitle("Call back")).not.toBeNull();
  expect(screen.queryByTitle("High intent")).toBeNull();
});
