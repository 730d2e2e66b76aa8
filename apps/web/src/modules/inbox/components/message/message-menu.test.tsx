// @vitest-environment happy-dom
import { FileId, MessageId, RecordId } from "@homeroom/contract/ids";
import { transferProofs } from "@homeroom/contract/transfer-proofs";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import { MessageMenu } from "./message-menu.tsx";

const messageId = MessageId.parse("019aaaaa-0000-7000-8000-000000000001");
const recordID = RecordId.parse("019aaaaa-0000-7000-8000-000000000002");
const file: ShownMessage["file"] = {
  fileID: FileId.parse("019aaaaa-0000-7000-8000-000000000003"),
  ...{ url: "/picture.jpg", name: "transfer.jpg", contentType: "image/jpeg" },
  ...{ size: 1, width: 9, height: 9, lost: false },
};
const picture: Partial<ShownMessage> = {
  ...{ messageId, kind: "image", direction: "in", text: "", reactions: [], revokedAt: null, outgoing: null },
  file,
};
const menu = (
  <MessageMenu
    message={picture as ShownMessage}
    mayQuote={false}
    isMine={false}
    open
    onOpenChange={() => undefined}
    onQuote={() => undefined}
    onEditNote={() => undefined}
  />
);
const server = [answers(transferProofs.addFromMessage, { recordID })];
const add = () => screen.findByRole("menuitem", { name: "Check as a transfer" });

it("adds a customer's picture to the transfer desk, and opens it there", async () => {
  const perms = ["sale:order:confirm", "sale:order:query"] as const;
  const { person, sentTo, search } = show(menu, { perms, server });
  await person.click(await add());
  await person.click(await screen.findByRole("button", { name: "Open" }));
  expect(sentTo(transferProofs.addFromMessage)).toEqual([{ messageId }]);
  expect(search()).toContain(`transfer=${recordID}`);
});

it("does not offer the desk to people who do not see orders", async () => {
  const { person } = show(menu, { perms: ["sale:order:add"], server });
  await person.click(await add());
  await screen.findByText("Added to the transfers to check");
  expect(screen.queryByRole("button", { name: "Open" })).toBeNull();
});
