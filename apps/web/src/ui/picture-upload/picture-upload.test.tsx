// @vitest-environment happy-dom
import { FileId } from "@homeroom/contract/ids";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { z } from "zod";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { InlineForm } from "#ui/drawer-form/inline-form.tsx";
import { show } from "#ui/for-tests.ts";
import { PictureUpload } from "./picture-upload.tsx";

const fileID = FileId.parse("019aaaaa-0000-7000-8000-000000000001");
const otherID = FileId.parse("019aaaaa-0000-7000-8000-000000000002");
const picture = (type: string, bytes = 3) => new File([new Uint8Array(bytes)], "logo", { type });
const shown = () => document.querySelector("button img")?.getAttribute("src");

function start(upload = vi.fn(async () => ({ fileID, url: "/files/new" })), value: string | null = "/files/old") {
  const onChange = vi.fn();
  show(<PictureUpload value={value} shape="circle" maxMb={1} label="logo" upload={upload} onChange={onChange} />);
  return { upload, onChange };
}

type Upload = () => Promise<{ fileID: FileId; url: string }>;

const logoSchema = z.object({ logo: z.string().nullable() });

function Logo({ upload, onChange }: { upload: Upload; onChange?: (fileID: FileId | null) => void }) {
  const change = (fileID: FileId | null) => onChange?.(fileID);
  return <PictureUpload value={null} shape="circle" maxMb={1} label="logo" upload={upload} onChange={change} />;
}

function inForm(upload: Upload) {
  const onSubmit = vi.fn(async () => null);
  const handlers = { onSubmit, onDone: () => {}, submitLabel: "Save" };
  const { person } = show(
    <InlineForm schema={logoSchema} initialValues={{ logo: null }} {...handlers}>
      <FormField name="logo" label="Logo">
        <Logo upload={upload} />
      </FormField>
    </InlineForm>,
  );
  return { person, onSubmit };
}

function choose(file: File) {
  const input = document.querySelector("input[type=file]");
  if (input) fireEvent.change(input, { target: { files: [file] } });
}

it("uploads a chosen picture, shows it meanwhile, and passes on its file", async () => {
  const arrived = Promise.withResolvers<{ fileID: FileId; url: string }>();
  const { upload, onChange } = start(vi.fn(() => arrived.promise));
  choose(picture("image/png"));
  await waitFor(() => expect(shown()).toMatch(/^blob:/));
  arrived.resolve({ fileID, url: "/files/new" });
  await waitFor(() => expect(onChange).toHaveBeenCalledExactlyOnceWith(fileID, "/files/new"));
  expect(upload).toHaveBeenCalledOnce();
  await waitFor(() => expect(shown()).toBe("/files/new"));
});

it("passes on the picture that was chosen last, whichever upload finishes first", async () => {
  const first = Promise.withResolvers<{ fileID: FileId; url: string }>();
  const second = Promise.withResolvers<{ fileID: FileId; url: string }>();
  const upload = vi.fn().mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise);
  const { onChange } = start(upload);
  choose(picture("image/png"));
  choose(picture("image/png", 4));
  second.resolve({ fileID: otherID, url: "/files/second" });
  await waitFor(() => expect(onChange).toHaveBeenCalledWith(otherID, "/files/second"));
  first.resolve({ fileID, url: "/files/first" });
  await waitFor(() => expect(shown()).toBe("/files/second"));
  expect(onChange).toHaveBeenCalledOnce();
});

it("shows the previous picture again, even if that one was not saved either", async () => {
  const upload = vi.fn().mockResolvedValueOnce({ fileID, url: "/files/new" }).mockRejectedValueOnce("The disk is full");
  start(upload);
  choose(picture("image/png"));
  await waitFor(() => expect(shown()).toBe("/files/new"));
  choose(picture("image/png", 4));
  await screen.findByText("The disk is full");
  await waitFor(() => expect(shown()).toBe("/files/new"));
});

it("makes the form around it wait for a picture that is being uploaded", async () => {
  const arrived = Promise.withResolvers<{ fileID: FileId; url: string }>();
  const { person, onSubmit } = inForm(() => arrived.promise);
  choose(picture("image/png"));
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(shown()).toMatch(/^blob:/));
  expect(onSubmit).not.toHaveBeenCalled();
  arrived.resolve({ fileID, url: "/files/new" });
  await waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ logo: fileID }, expect.anything()));
});

it("does not let the form be saved without a picture that was refused in the meantime", async () => {
  const arrived = Promise.withResolvers<{ fileID: FileId; url: string }>();
  const { person, onSubmit } = inForm(() => arrived.promise);
  choose(picture("image/png"));
  await person.click(screen.getByRole("button", { name: "Save" }));
  arrived.reject("The disk is full");
  await screen.findByText("The disk is full");
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(false));
  expect(onSubmit).not.toHaveBeenCalled();
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ logo: null }, expect.anything()));
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

it("shows the old picture again if the new one was refused", async () => {
  const { onChange } = start(vi.fn(() => Promise.reject("The disk is full")));
  choose(picture("image/jpeg"));
  await screen.findByText("The disk is full");
  expect([shown(), onChange.mock.calls]).toEqual(["/files/old", []]);
});

it("sends nothing of a form that was closed while it waited for its picture", async () => {
  const arrived = Promise.withResolvers<{ fileID: FileId; url: string }>();
  const handlers = { onSubmit: vi.fn(async () => null), onDone: vi.fn(), onClose: vi.fn() };
  const { person } = show(
    <DrawerForm open title="Place" schema={logoSchema} initialValues={{ logo: null }} {...handlers}>
      <FormField name="logo" label="Logo">
        <Logo upload={() => arrived.promise} />
      </FormField>
    </DrawerForm>,
  );
  choose(picture("image/png"));
  await person.click(screen.getByRole("button", { name: "Save" }));
  await person.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(handlers.onClose).toHaveBeenCalled());
  arrived.resolve({ fileID, url: "/files/new" });
  await waitFor(() => expect(shown()).toBe("/files/new"));
  expect(handlers.onSubmit).not.toHaveBeenCalled();
});

it("removes the picture", () => {
  const { onChange } = start();
  fireEvent.click(screen.getByRole("button", { name: /remove/i }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith(null);
  expect(shown()).toBeUndefined();
});
