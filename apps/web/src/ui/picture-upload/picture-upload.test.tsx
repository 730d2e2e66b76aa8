// @vitest-environment happy-dom
import { FileId } from "@homeroom/contract/ids";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { show } from "#ui/for-tests.ts";
import { PictureUpload } from "./picture-upload.tsx";

const fileID = FileId.parse("019aaaaa-0000-7000-8000-000000000001");
const picture = (type: string, bytes = 3) => new File([new Uint8Array(bytes)], "logo", { type });
const shown = () => document.querySelector("button img")?.getAttribute("src");

function start(upload = vi.fn(async () => ({ fileID, url: "/files/new" })), value: string | null = "/files/old") {
  const onChange = vi.fn();
  show(<PictureUpload value={value} shape="circle" maxMb={1} label="logo" upload={upload} onChange={onChange} />);
  return { upload, onChange };
}

function choose(file: File) {
  const input = document.querySelector("input[type=file]");
  if (input) fireEvent.change(input, { target: { files: [file] } });
}

it("sends a chosen picture, shows it meanwhile, and hands its file on", async () => {
  const { upload, onChange } = start();
  choose(picture("image/png"));
  await waitFor(() => expect(onChange).toHaveBeenCalledExactlyOnceWith(fileID, "/files/new"));
  expect(upload).toHaveBeenCalledOnce();
  expect(shown()).toMatch(/^blob:/);
});

it.each([
  [picture("image/gif"), /JPG|PNG/],
  [picture("image/png", 1024 * 1024 + 1), /1/],
])("sends nothing that the server would refuse, and says why", async (file, words) => {
  const { upload, onChange } = start();
  choose(file);
  await waitFor(() => expect(document.querySelector(".ant-message")?.textContent).toMatch(words));
  expect([upload.mock.calls, onChange.mock.calls]).toEqual([[], []]);
});

it("shows the old picture again when the new one was not taken", async () => {
  const { onChange } = start(vi.fn(() => Promise.reject("The disk is full")));
  choose(picture("image/jpeg"));
  await screen.findByText("The disk is full");
  expect([shown(), onChange.mock.calls]).toEqual(["/files/old", []]);
});

it("takes the picture away", () => {
  const { onChange } = start();
  fireEvent.click(screen.getByRole("button", { name: /remove/i }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith(null);
  expect(shown()).toBeUndefined();
});
