// @vitest-environment happy-dom
import { FileId } from "@homeroom/contract/ids";
import { type OwnAccount, ownAccount } from "@homeroom/contract/own-account";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, question, show } from "#ui/for-tests.ts";
import { ProfileForm } from "./profile-form.tsx";

const fileID = FileId.parse("019aaaaa-0000-7000-8000-000000000001");
const account = {
  ...{ nickname: "Ann", firstName: "", lastName: "", ename: "", areaCode: "+852", phone: "", gender: 0, birthdate: "" },
  ...{ education: 0, school: "", introduction: "", address: "", avatar: null, version: 3 },
  emergencyContact: { name: "", areaCode: "+852", phone: "", email: "" },
} as unknown as OwnAccount;

function open() {
  const server = [
    answers(ownAccount.uploadAvatar, { fileID, url: "/files/new" } as never),
    answers(ownAccount.edit, null),
  ];
  const onClose = vi.fn();
  const shown = show(<ProfileForm account={account} onClose={onClose} />, { server });
  const input = document.querySelector("input[type=file]");
  if (!input) throw new Error("Nowhere to choose a picture");
  fireEvent.change(input, { target: { files: [new File([new Uint8Array(3)], "ann.png", { type: "image/png" })] } });
  return { ...shown, onClose };
}

it("asks before it discards a new picture", async () => {
  const { person, onClose, sentTo } = open();
  await waitFor(() => expect(sentTo(ownAccount.uploadAvatar)).toHaveLength(1));
  await waitFor(() => expect(document.querySelector("button img")?.getAttribute("src")).toBe("/files/new"));
  await person.click(screen.getByRole("button", { name: "Cancel" }));
  await question("Discard");
  expect(onClose).not.toHaveBeenCalled();
});

it("saves a new picture with the record", async () => {
  const { person, sentTo } = open();
  await waitFor(() => expect(document.querySelector("button img")?.getAttribute("src")).toBe("/files/new"));
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sentTo(ownAccount.edit)).toMatchObject([{ avatarFileID: fileID }]));
});
