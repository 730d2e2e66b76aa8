// @vitest-environment happy-dom
import { adServices } from "@homeroom/contract/ad-services";
import { FileId } from "@homeroom/contract/ids";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, question, show } from "#ui/for-tests.ts";
import { OrderDrawer } from "./order-drawer.tsx";

const fileID = FileId.parse("019aaaaa-0000-7000-8000-000000000001");

async function open() {
  const order = { recordID: "o", payUrl: null };
  const server = [
    answers(adServices.uploadImage, { fileID, url: "/files/new" } as never),
    answers(adServices.topUp, order as never),
  ];
  const onClose = vi.fn();
  const drawer = <OrderDrawer type="leads" currency="HKD" isFirst graphicPrice={null} onClose={onClose} />;
  const shown = show(drawer, { server });
  const [, second] = document.querySelectorAll("input[type=file]");
  if (!second) throw new Error("Nowhere to choose a picture");
  fireEvent.change(second, { target: { files: [new File([new Uint8Array(3)], "ad.png", { type: "image/png" })] } });
  await waitFor(() => expect(document.querySelector("button img")?.getAttribute("src")).toBe("/files/new"));
  return { ...shown, onClose };
}

it("asks before it discards a picture", async () => {
  const { person, onClose } = await open();
  await person.click(screen.getByRole("button", { name: "Cancel" }));
  await question("Discard");
  expect(onClose).not.toHaveBeenCalled();
});

it("orders with the pictures that are there", async () => {
  const { person, sentTo } = await open();
  await person.click(screen.getByRole("button", { name: "Place the order" }));
  await waitFor(() => expect(sentTo(adServices.topUp)).toMatchObject([{ images: [fileID], type: "leads" }]));
});
