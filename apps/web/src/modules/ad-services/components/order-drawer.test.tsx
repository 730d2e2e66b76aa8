// @vitest-environment happy-dom
import { adAmounts, adServices } from "@homeroom/contract/ad-services";
import { FileId } from "@homeroom/contract/ids";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, inTurn, question, refuses, show } from "#ui/for-tests.ts";
import { OrderDrawer } from "./order-drawer.tsx";

const [first, second] = [1, 2].map((n) => FileId.parse(`019aaaaa-0000-7000-8000-00000000000${n}`));
const uploaded = (fileID: FileId | undefined) =>
  answers(adServices.uploadImage, { fileID, url: `/${fileID}` } as never);
const ordered = answers(adServices.topUp, { payUrl: null } as never);

function open(server: ReturnType<typeof answers>[]) {
  const onClose = vi.fn();
  const facts = { type: "traffic", currency: "HKD", isFirst: false, graphicPrice: null } as const;
  return { ...show(<OrderDrawer {...facts} onClose={onClose} />, { server }), onClose };
}

async function choose(place: number, shown: FileId | undefined) {
  const input = document.querySelectorAll("input[type=file]")[place];
  if (!input) throw new Error("There is no such place.");
  fireEvent.change(input, { target: { files: [new File(["x"], "ad.png", { type: "image/png" })] } });
  await waitFor(() => expect(document.querySelector(`img[src="/${shown}"]`)).not.toBeNull());
}

const order = () => screen.getByRole("button", { name: "Place the order" });

it("asks before a picture is lost", async () => {
  const { person, onClose } = open([uploaded(first)]);
  await choose(0, first);
  await person.click(screen.getByRole("button", { name: "Cancel" }));
  await question("Unsaved changes");
  expect(onClose).not.toHaveBeenCalled();
});

it("orders with the uploaded pictures, with the same id on a retry", async () => {
  const orders = inTurn(refuses(adServices.topUp, "NETWORK_ERROR"), ordered);
  const { person, sentTo, onClose } = open([inTurn(uploaded(first), uploaded(second)), orders]);
  await choose(0, first);
  await choose(1, second);
  await person.click(screen.getByRole("button", { name: "Remove the picture: Picture 1" }));
  await person.click(order());
  await screen.findByRole("alert");
  await person.click(order());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const sent = sentTo(adServices.topUp) as { recordID: string }[];
  expect(sent[1]).toMatchObject({ type: "traffic", images: [second] });
  expect(sent[0]?.recordID).toBe(sent[1]?.recordID);
});

it("orders nothing below the smallest amount, and does not raise the input to it", async () => {
  const { person, sentTo } = open([ordered]);
  const amount = screen.getByLabelText<HTMLInputElement>("Amount");
  await person.clear(amount);
  await person.type(amount, "100");
  await person.click(order());
  await screen.findByText(`At least ${adAmounts.trafficStep}`);
  expect(sentTo(adServices.topUp)).toEqual([]);
  expect(amount.value).toBe("100");
});
