// @vitest-environment happy-dom
import { FileId } from "@homeroom/contract/ids";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it, onTestFinished, vi } from "vitest";
import { api } from "#platform/api.ts";
import { show } from "#ui/for-tests.ts";
import { PictureField } from "./picture-field.tsx";

const idOf = (number: number) => FileId.parse(`019aaaaa-0000-7000-8000-00000000000${number}`);
const pictureOf = (number: number) => ({ fileID: idOf(number), url: `/files/${number}` });
const known = [1, 2].map(pictureOf);
const file = (name: string, type = "image/png") => new File([new Uint8Array(3)], name, { type });

function Field({ onChange }: { onChange: (value: FileId[]) => void }) {
  const [value, setValue] = useState(known.map(({ fileID }) => fileID));
  const change = (next: FileId[]) => {
    setValue(next);
    onChange(next);
  };
  return <PictureField id="pictures" value={value} known={known} onChange={change} />;
}

/** The answers to the uploads, in order. */
function start(...sent: Promise<unknown>[]) {
  const onChange = vi.fn<(value: FileId[]) => void>();
  const call = vi.spyOn(api, "call");
  for (const one of sent) call.mockImplementationOnce((() => one.then((resultData) => ({ resultData }))) as never);
  onTestFinished(() => call.mockRestore());
  const { person } = show(<Field onChange={onChange} />);
  return { person, onChange };
}

function choose(...files: File[]) {
  const input = document.querySelector("input[type=file]");
  if (input) fireEvent.change(input, { target: { files } });
}

const shown = () => [...document.querySelectorAll("figure img")].map((image) => image.getAttribute("src"));
const press = (name: string) => screen.getByRole("button", { name });

it("appends an uploaded picture to the current list", async () => {
  const arrived = Promise.withResolvers<unknown>();
  const { person, onChange } = start(arrived.promise);
  choose(file("three"));
  await person.click(press("Remove picture 1"));
  await waitFor(() => expect(shown()).toEqual(["/files/2"]));
  arrived.resolve(pictureOf(3));
  await waitFor(() => expect(shown()).toEqual(["/files/2", "/files/3"]));
  expect(onChange).toHaveBeenLastCalledWith([idOf(2), idOf(3)]);
});

it("keeps both of two batches that are uploaded at the same time", async () => {
  const [first, second] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
  const { onChange } = start(first.promise, second.promise);
  choose(file("three"));
  choose(file("four"));
  second.resolve(pictureOf(4));
  first.resolve(pictureOf(3));
  await waitFor(() => expect(onChange).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(shown()).toHaveLength(4));
  expect(onChange.mock.lastCall?.[0]?.toSorted()).toEqual([1, 2, 3, 4].map(idOf));
});

it("accepts the good pictures of a batch, and says why another was refused", async () => {
  const { onChange } = start(Promise.reject("The disk is full"), Promise.resolve(pictureOf(3)));
  choose(file("animation", "image/gif"), file("lost"), file("three"));
  await screen.findByText("The disk is full");
  await waitFor(() => expect(onChange).toHaveBeenCalledExactlyOnceWith([1, 2, 3].map(idOf)));
  expect(screen.getByText(/JPG|PNG/)).toBeTruthy();
});

it("moves a picture to the front, where lists show it", async () => {
  const { person, onChange } = start();
  await person.click(press("Move picture 2 forward"));
  expect(onChange).toHaveBeenCalledExactlyOnceWith([idOf(2), idOf(1)]);
  expect(screen.getByText("Cover").closest("figure")?.querySelector("img")?.getAttribute("src")).toBe("/files/2");
});
