// @vitest-environment happy-dom
import { type ConversationCard, chat } from "@homeroom/contract/chat";
import { chatPlace } from "@homeroom/contract/chat-place";
import { chatProducts, type ProductChoice } from "@homeroom/contract/chat-products";
import { RecordId } from "@homeroom/contract/ids";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { answers, inTurn, later, refuses } from "#ui/for-tests.ts";
import { keepPlace, lastPlace } from "../../../api/inserts.ts";
import { cardOf, channelIdOf, messageOf, showInbox } from "../../../for-tests.ts";
import { StickerButton } from "./insert-buttons.tsx";
import { PlaceDialog } from "./place-dialog.tsx";
import { ProductDialog } from "./product-dialog.tsx";

type Server = ReturnType<typeof answers>[];
const sent = messageOf(1, { direction: "out", state: "queued" });
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const write = (label: string, value: string) =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } });

const productOf = (number: number, more: Partial<ProductChoice> = {}): ProductChoice => ({
  recordID: RecordId.parse(`019aaaaa-0000-7000-8000-0000000000${number + 10}`),
  ...{ name: `Course ${number}`, price: 100, currency: "HKD", picture: null, refusal: null, ...more },
});
const products = (...list: ProductChoice[]) => answers(chatProducts.choices, { list });

async function chooseProducts(server: Server) {
  const [onClose, onSent] = [vi.fn(), vi.fn()];
  const dialog = <ProductDialog card={cardOf()} onClose={onClose} onSent={onSent} />;
  const shown = showInbox(dialog, { server });
  await screen.findAllByText(/Course|No active product/);
  return { ...shown, onClose, onSent };
}
const course = (number: number) =>
  screen.getByRole<HTMLInputElement>("checkbox", { name: new RegExp(`Course ${number}`) });

it("sends the products once, in the order in which they were chosen, with a text", async () => {
  const answer = Promise.withResolvers<void>();
  const server = [later(answers(chatProducts.send, sent), answer.promise), products(productOf(1), productOf(2))];
  const { person, sentTo, onClose, onSent } = await chooseProducts(server);
  expect(button("Send").disabled).toBe(true);
  await person.click(course(2));
  await person.click(course(1));
  write("Words above them (optional)", "Have a look");
  await person.dblClick(button("Send"));
  answer.resolve();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onSent).toHaveBeenCalledOnce();
  expect(sentTo(chatProducts.send)).toMatchObject([
    { productIDs: [productOf(2).recordID, productOf(1).recordID], content: "Have a look", channel: channelIdOf(1) },
  ]);
});

it("keeps the chosen products after a refusal, and sends the same message again", async () => {
  const refused = refuses(chatProducts.send, "CHAT_TAKEN_BY_OTHER");
  const server = [inTurn(refused, answers(chatProducts.send, sent)), products(productOf(1))];
  const { person, sentTo, onClose } = await chooseProducts(server);
  await person.click(course(1));
  await person.click(button("Send"));
  await screen.findByRole("alert");
  expect(onClose).not.toHaveBeenCalled();
  expect(course(1).checked).toBe(true);
  await person.click(await screen.findByRole("button", { name: "Send" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const [first, second] = sentTo(chatProducts.send);
  expect(second).toEqual(first);
});

it("says when no product matches, and returns to all products without calling the catalogue empty", async () => {
  const all = Promise.withResolvers<void>();
  const server = [inTurn(products(productOf(1)), products(), later(products(productOf(1)), all.promise))];
  const { sentTo } = await chooseProducts(server);
  write("Search products", "piano");
  await screen.findByText("No product matches");
  write("Search products", "");
  await waitFor(() => expect(sentTo(chatProducts.choices)).toHaveLength(3));
  expect(screen.queryByText("No active product")).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText("Search products"));
  all.resolve();
  await screen.findByText("Course 1");
});

it("keeps the chosen products during another search", async () => {
  const server = [inTurn(products(productOf(1)), products(productOf(2))), answers(chatProducts.send, sent)];
  const { person } = await chooseProducts(server);
  await person.click(course(1));
  write("Search products", "2");
  await screen.findByText("Course 2");
  expect(button("Send").disabled).toBe(false);
});

it("says why a product cannot be sent, and only once if the number has no catalogue", async () => {
  await chooseProducts([products(productOf(1, { refusal: "notSynced" }), productOf(2, { refusal: "noCatalogue" }))]);
  expect(course(1).disabled).toBe(true);
  expect(screen.getByText(/Not in this number's catalogue yet/)).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("says where to enter a catalogue for a number without one", async () => {
  await chooseProducts([products(productOf(1, { refusal: "noCatalogue" }))]);
  expect(screen.getByRole("alert").textContent).toContain("enter its ID in the WhatsApp settings");
});

it("accepts at most ten products, and says so on the others", async () => {
  const list = Array.from({ length: 11 }, (_, index) => productOf(index + 1, { name: `Course ${index + 1}.` }));
  const { person } = await chooseProducts([products(...list)]);
  const boxes = screen.getAllByRole<HTMLInputElement>("checkbox");
  for (const box of boxes.slice(0, 10)) await person.click(box);
  expect(boxes[10]?.disabled).toBe(true);
  expect(screen.getByText("10 products at most")).toBeTruthy();
  await person.click(boxes[0] as HTMLElement);
  expect(boxes[10]?.disabled).toBe(false);
});

const branchPlace = answers(chatPlace.ofBranch, { name: "Mong Kok", address: "1 Nathan Road" });

async function choosePlace(card: ConversationCard = cardOf(), server: Server = [branchPlace]) {
  onTestFinished(() => localStorage.clear());
  const [onClose, onSent] = [vi.fn(), vi.fn()];
  const dialog = <PlaceDialog card={card} channel={null} onClose={onClose} onSent={onSent} />;
  const shown = showInbox(dialog, { server: [...server, answers(chat.sendMessage, sent)] });
  await screen.findByLabelText("Name");
  return { ...shown, onClose, onSent };
}
const where = "Map link or coordinates";

it("starts with the branch, and sends the pasted place", async () => {
  const { person, sentTo, onSent } = await choosePlace();
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Mong Kok");
  write(where, "https://www.google.com/maps/@22.3193,114.1694,17z");
  await screen.findByText("Coordinates: 22.3193, 114.1694");
  await person.click(button("Send"));
  await waitFor(() => expect(sentTo(chat.sendMessage)).toHaveLength(1));
  expect(onSent).toHaveBeenCalledOnce();
  expect(sentTo(chat.sendMessage)).toMatchObject([
    { place: { name: "Mong Kok", address: "1 Nathan Road", latitude: 22.3193, longitude: 114.1694 } },
  ]);
});

it("starts with the place last sent from the same branch, and stores the one sent now", async () => {
  const card = cardOf();
  keepPlace(card.branchID, { name: "Side door", address: "", latitude: 22.3, longitude: 114.1 });
  const { person, sentTo } = await choosePlace(card);
  const fields = screen.getAllByRole<HTMLInputElement>("textbox");
  expect(fields.map(({ value }) => value)).toEqual(["Side door", "", "22.3, 114.1"]);
  expect(sentTo(chatPlace.ofBranch)).toEqual([]);
  write("Name", "Main door");
  await person.click(button("Send"));
  expect(lastPlace(card.branchID)).toMatchObject({ name: "Main door", latitude: 22.3 });
});

it.each([
  ["", "Paste a map link or coordinates"],
  ["https://maps.app.goo.gl/abc", /A short link contains no coordinates/],
  ["near the station", /No coordinates found/],
])("does not send a place at “%s”, and says what to paste", async (pasted, words) => {
  const { person, onClose } = await choosePlace();
  write(where, pasted);
  await person.click(button("Send"));
  expect(screen.getByRole("alert").textContent).toMatch(words);
  expect(onClose).not.toHaveBeenCalled();
});

it("asks for a name, and can be filled in when the branch could not be read", async () => {
  const { person, onClose } = await choosePlace(cardOf(), [refuses(chatPlace.ofBranch, "SYSTEM_ERROR")]);
  write(where, "22.3, 114.1");
  expect(screen.queryByRole("alert")).toBeNull();
  await person.click(button("Send"));
  expect(screen.getByRole("alert").textContent).toBe("Enter a name");
  expect(onClose).not.toHaveBeenCalled();
});

it("has stickers on LINE alone", () => {
  showInbox(<StickerButton card={cardOf()} channel={null} onSent={() => undefined} />);
  expect(screen.queryByRole("button")).toBeNull();
});

it("sends a sticker when it is pressed, and closes the board", async () => {
  const card = cardOf();
  const lineCard: ConversationCard = { ...card, channel: { ...card.channel, kind: "line", sandbox: true } };
  const onSent = vi.fn();
  const board = <StickerButton card={lineCard} channel={null} onSent={onSent} />;
  const { person, sentTo } = showInbox(board, { server: [answers(chat.sendMessage, sent)] });
  await person.click(button("Send a sticker"));
  const [first] = await screen.findAllByRole("button", { name: /sticker 1$/ });
  await person.click(first as HTMLElement);
  await waitFor(() => expect(sentTo(chat.sendMessage)).toHaveLength(1));
  expect(onSent).toHaveBeenCalledOnce();
});
