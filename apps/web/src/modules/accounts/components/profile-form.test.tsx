// @vitest-environment happy-dom
import { FileId, RecordId } from "@homeroom/contract/ids";
import { type OwnAccount, ownAccount } from "@homeroom/contract/own-account";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, inTurn, question, refuses, show } from "#ui/for-tests.ts";
import { ProfileForm } from "./profile-form.tsx";

const fileID = FileId.parse("019aaaaa-0000-7000-8000-000000000001");
const account = {
  ...{ recordsn: "1", version: 7, nickname: "Ann", firstName: "", lastName: "", ename: "", areaCode: "", phone: "" },
  ...{ gender: 0, birthdate: "", education: 0, school: "", introduction: "", address: "", avatar: "/files/old" },
  emergencyContact: { name: "", areaCode: "", phone: "", email: "" },
} as unknown as OwnAccount;
const uploaded = answers(ownAccount.uploadAvatar, {
  recordID: RecordId.parse(fileID),
  fileID,
  url: "/files/new",
} as never);

function open(server: ReturnType<typeof answers>[]) {
  const onClose = vi.fn();
  return { ...show(<ProfileForm account={account} onClose={onClose} />, { server }), onClose };
}

async function choosePicture() {
  const input = document.querySelector("input[type=file]");
  if (!input) throw new Error("There is no place for a picture.");
  fireEvent.change(input, { target: { files: [new File(["x"], "ann.png", { type: "image/png" })] } });
  await waitFor(() => expect(document.querySelector("button img")?.getAttribute("src")).toBe("/files/new"));
}

const save = () => screen.getByRole("button", { name: "Save" });

it("asks before a new picture is lost", async () => {
  const { person, onClose } = open([uploaded]);
  await choosePicture();
  await person.click(screen.getByRole("button", { name: "Cancel" }));
  await question("Unsaved changes");
  expect(onClose).not.toHaveBeenCalled();
});

it("sends a new picture with the record", async () => {
  const { person, sentTo, onClose } = open([
    uploaded,
    answers(ownAccount.edit, null),
    answers(ownAccount.info, account),
  ]);
  await choosePicture();
  await person.click(save());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sentTo(ownAccount.edit)).toMatchObject([{ avatarFileID: fileID, version: 7 }]);
});

it("removes the picture on request", async () => {
  const { person, sentTo, onClose } = open([answers(ownAccount.edit, null), answers(ownAccount.info, account)]);
  await person.click(screen.getByRole("button", { name: /^Remove/ }));
  await person.click(save());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sentTo(ownAccount.edit)).toMatchObject([{ avatarFileID: null }]);
});

it("leaves the picture alone when only text changes", async () => {
  const { person, sentTo, onClose } = open([answers(ownAccount.edit, null), answers(ownAccount.info, account)]);
  fireEvent.change(screen.getByLabelText("Nickname"), { target: { value: "Anna" } });
  await person.click(save());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sentTo(ownAccount.edit)).toMatchObject([{ nickname: "Anna" }]);
  expect(sentTo(ownAccount.edit)[0]).not.toHaveProperty("avatarFileID");
});

it("keeps what was typed, and the new picture, when somebody else has saved meanwhile", async () => {
  const theirs = answers(ownAccount.info, { ...account, version: 8, school: "North" });
  const edit = inTurn(refuses(ownAccount.edit, "STALE_DATA"), answers(ownAccount.edit, null));
  const { person, sentTo, onClose } = open([uploaded, edit, theirs]);
  await choosePicture();
  fireEvent.change(screen.getByLabelText("Nickname"), { target: { value: "Anna" } });
  await person.click(save());
  await screen.findByText("Updated with their changes: School");
  await person.click(save());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const again = { version: 8, nickname: "Anna", school: "North", avatarFileID: fileID };
  expect(sentTo(ownAccount.edit)[1]).toMatchObject(again);
});
