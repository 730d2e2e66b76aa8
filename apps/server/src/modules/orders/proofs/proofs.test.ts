import type { ConversationId, LeadId, MessageId } from "@homeroom/contract/ids";
import type { ProofMatch, ProofRow } from "@homeroom/contract/transfer-proofs";
import sharp from "sharp";
import { v7 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { inTemporaryPlace, storeFile } from "#modules/files/public";
import { buildChannel, conversationRows, inboundText, receive, type TestChannel } from "#modules/inbox/for-tests";
import { buildLead } from "#modules/leads/for-tests";
import { callApi, postForm } from "#modules/sign-in/for-tests";
import { prepareDesk } from "#platform/db/for-tests";
import { sendReceiptOfPayment } from "../actions/send-receipt.ts";
import { openOrderDesk, outcome } from "../for-tests.ts";

const desk = prepareDesk(openOrderDesk);
let channel: TestChannel;
beforeAll(async () => {
  channel = await buildChannel(desk, desk.organization);
});

/** A bank's picture of a transfer; pictures of other `seed`s look different. */
function drawTransfer(seed: number, { width = 1080, quality = 90 } = {}): Promise<Buffer> {
  const bars = Array.from({ length: 9 }, (_, index) => {
    const length = 100 + ((seed * 137 + index * 53 * (seed + 1)) % 860);
    return `<rect x="60" y="${160 + index * 240}" width="${length}" height="90" fill="#${index % 2 ? "667" : "889"}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="2340"><rect width="1080" height="2340" fill="#fff"/>${bars.join("")}</svg>`;
  return sharp(Buffer.from(svg)).resize({ width }).jpeg({ quality }).toBuffer();
}

async function show(orderID: string, picture: Buffer): Promise<void> {
  const form = new FormData();
  form.set("orderID", orderID);
  form.set("file", new File([new Uint8Array(picture)], "transfer.jpg", { type: "image/jpeg" }));
  const answer = await postForm(desk.app, "/api_users/Order/UploadPaymentImage", { form, token: desk.token });
  expect(answer.statusCode).toBe(200);
}

async function listed(filters: object = {}): Promise<ProofRow[]> {
  const { body } = await desk.post<{ list: ProofRow[] }>("TransferList", { pageSize: 100, ...filters });
  if (!body.success) throw new Error(body.name);
  return body.resultData.list;
}

async function proofOf(orderID: string): Promise<ProofRow> {
  const found = (await listed()).findLast((one) => one.orderID === orderID);
  if (!found) throw new Error("There is no such proof");
  return found;
}

const confirm = (proof: ProofRow, more: object, by?: string) =>
  desk.post<{ outcome: string }>("ConfirmTransfer", { recordID: proof.recordID, version: proof.version, ...more }, by);

/** A customer who sent a picture; answers the lead and the message. */
async function sendPicture(picture: Buffer) {
  const from = { phone: `8526${String(Math.floor(Math.random() * 1e7)).padStart(7, "0")}`, name: "陳太" };
  await receive(desk, channel, [inboundText({ from, text: "轉好了" })]);
  const [conversation] = (await conversationRows(desk, channel)).slice(-1);
  if (!conversation) throw new Error("There is no conversation");
  const file = await inTemporaryPlace(desk.platform, async (path) => {
    const { size } = await sharp(picture).toFile(path);
    const of = { contentType: "image/jpeg", size, createdBy: null };
    return storeFile(desk.platform, desk.organization.scope, { path, name: "transfer.jpg", ...of });
  });
  const { rows } = await desk.owner.query<{ id: MessageId; lead: LeadId; conversation: ConversationId }>(
    `update message set kind = 'image', file_id = $1 from conversation
     where message.conversation_id = conversation.conversation_id and conversation.conversation_id = $2
     returning message_id as id, conversation.lead_id as lead, conversation.conversation_id as conversation`,
    [file.file_id, conversation.conversation_id],
  );
  const [sent] = rows;
  if (!sent) throw new Error("There is no message");
  return sent;
}

describe("a picture of a transfer", () => {
  it("waits with its order, is booked once by two people at once, and leaves the queue", async () => {
    const orderID = await desk.order();
    await show(orderID, await drawTransfer(1));
    const proof = await proofOf(orderID);
    expect(proof).toMatchObject({ state: "waiting", source: "staff", twin: null, creator: "何校長" });
    const { token } = await desk.signIn({ role: "admin" });
    const form = { orderID, amount: 1200, reference: "fps 0091-22", payer: "CHAN TAI MAN" };
    const answers = await Promise.all([confirm(proof, form), confirm(proof, form, token), confirm(proof, form)]);
    expect(answers.map(outcome)).toEqual(["200", "200", "200"]);
    const detail = await desk.detail(orderID);
    expect(detail).toMatchObject({ status: "paid", paid: 1200, excess: 0 });
    expect(detail.payments).toMatchObject([{ provider: "transfer", amount: 1200 }]);
    expect(detail.history.map(({ note }) => note)).toEqual(["", "", "fps 0091-22", ""]);
    expect(await listed()).not.toContainEqual(expect.objectContaining({ recordID: proof.recordID }));
    const [done] = await listed({ state: "confirmed" });
    expect(done).toMatchObject({ reference: "FPS009122", payer: "CHAN TAI MAN", amount: 1200, currency: "HKD" });
  });

  it("is flagged if it was sent before, even smaller and recompressed, and booked only on confirmation", async () => {
    const [first, second] = [await desk.order(), await desk.order()];
    await show(first, await drawTransfer(2));
    await confirm(await proofOf(first), { orderID: first, amount: 1200 });
    await show(second, await drawTransfer(2, { width: 720, quality: 60 }));
    const again = await proofOf(second);
    expect(again.twin).toMatchObject({ orderID: first, state: "confirmed" });
    const form = { orderID: second, amount: 1200 };
    expect(outcome(await confirm(again, form))).toBe("409 TRANSFER_BOOKED_BEFORE");
    expect(await desk.detail(second)).toMatchObject({ status: "pending", paid: 0 });
    expect(outcome(await confirm(again, { ...form, acceptsDuplicate: true }))).toBe("200");
  });

  it("is flagged if its reference was booked, in any notation", async () => {
    const [first, second] = [await desk.order(), await desk.order()];
    await show(first, await drawTransfer(3));
    await show(second, await drawTransfer(4));
    await confirm(await proofOf(first), { orderID: first, amount: 1200, reference: "N1 2345-6" });
    const other = await proofOf(second);
    expect(other.twin).toBeNull();
    const asked = { recordID: other.recordID, reference: "n123456" };
    const { body } = await desk.post<{ usedFor: string }>("TransferMatches", asked);
    expect(body.resultData).toMatchObject({ usedFor: first });
    const again = await confirm(other, { orderID: second, amount: 1200, reference: "n12345 6" });
    expect(outcome(again)).toBe("409 TRANSFER_BOOKED_BEFORE");
  });

  it("is flagged if a later copy was booked first", async () => {
    const [first, second] = [await desk.order(), await desk.order()];
    const picture = await drawTransfer(70);
    await show(first, picture);
    await show(second, picture);
    expect(outcome(await confirm(await proofOf(second), { orderID: second, amount: 1200 }))).toBe("200");
    const earlier = await proofOf(first);
    expect(earlier.twin).toMatchObject({ orderID: second, state: "confirmed" });
    const form = { orderID: first, amount: 1200 };
    expect(outcome(await confirm(earlier, form))).toBe("409 TRANSFER_BOOKED_BEFORE");
    expect(outcome(await confirm(earlier, { ...form, acceptsDuplicate: true }))).toBe("200");
  });

  it("is booked once if it is listed twice and two people book it at once", async () => {
    const bookedOf = async (seeds: readonly [number, number], more: object) => {
      const orderIDs = [await desk.order(), await desk.order()];
      for (const [index, orderID] of orderIDs.entries()) await show(orderID, await drawTransfer(seeds[index] ?? 0));
      const proofs = await Promise.all(orderIDs.map(proofOf));
      const answers = await Promise.all(
        proofs.map((proof, index) => confirm(proof, { orderID: orderIDs[index], amount: 1200, ...more })),
      );
      return answers.map(outcome).sort();
    };
    for (const round of [0, 1, 2]) {
      const seed = 80 + 4 * round;
      const once = ["200", "409 TRANSFER_BOOKED_BEFORE"];
      expect(await bookedOf([seed, seed + 1], { reference: `FPS ${seed}` })).toEqual(once);
      expect(await bookedOf([seed + 2, seed + 2], {})).toEqual(once);
    }
  });

  it("leaves the order open if it covers a part; money for a closed order is kept", async () => {
    const [part, late] = [await desk.order(), await desk.order()];
    await show(part, await drawTransfer(5));
    await confirm(await proofOf(part), { orderID: part, amount: 500 });
    expect(await desk.detail(part)).toMatchObject({ status: "pending", paid: 500, open: 700 });
    await show(late, await drawTransfer(6));
    const proof = await proofOf(late);
    await desk.owner.query("update sale_order set status = 'closed' where order_number = $1", [late]);
    expect((await confirm(proof, { orderID: late, amount: 1200 })).body).toMatchObject({
      resultData: { outcome: "kept" },
    });
    expect(await desk.detail(late)).toMatchObject({ status: "closed", paid: 0, hasKept: true });
  });

  it("is booked with an amount that is valid in its currency", async () => {
    const orderID = await desk.order();
    await show(orderID, await drawTransfer(100));
    const proof = await proofOf(orderID);
    for (const amount of [0, -1, 0.0000001, 0.005, 1200.001, 1e12])
      expect(outcome(await confirm(proof, { orderID, amount }))).toBe("422 FIELD_INVALID");
    expect(await desk.detail(orderID)).toMatchObject({ status: "pending", paid: 0, payments: [] });
  });

  it("gives its order the full time again when rejected; a decided one is stale", async () => {
    const orderID = await desk.order();
    await show(orderID, await drawTransfer(7));
    const proof = await proofOf(orderID);
    const reject = () =>
      desk.post("RejectTransfer", { recordID: proof.recordID, version: proof.version, note: "金額不符" });
    expect(outcome(await reject())).toBe("200");
    expect(outcome(await reject())).toBe("200");
    expect(await desk.detail(orderID)).toMatchObject({ confirmStatus: "rejected", confirmNote: "金額不符" });
    expect(outcome(await confirm(proof, { orderID, amount: 1200 }))).toBe("409 STALE_DATA");
  });

  it("leaves its order waiting when rejected while another one waits", async () => {
    const [newerFirst, olderFirst] = [await desk.order(), await desk.order()];
    const reject = async (proof: ProofRow | undefined) =>
      outcome(
        await desk.post("RejectTransfer", { recordID: proof?.recordID, version: proof?.version, note: "看不清" }),
      );
    for (const [index, orderID] of [newerFirst, olderFirst].entries()) {
      await show(orderID, await drawTransfer(20 + index * 2));
      await show(orderID, await drawTransfer(21 + index * 2));
      const waiting = (await listed()).filter((one) => one.orderID === orderID);
      const [first, last] = orderID === newerFirst ? waiting.toReversed() : waiting;
      expect(await reject(first)).toBe("200");
      const left = await desk.detail(orderID);
      expect(left).toMatchObject({ awaitsCheck: true, confirmStatus: "unconfirmed" });
      expect(left.paymentImage?.fileID).toBe(last?.picture?.fileID);
      expect(left.paymentImage?.proof).toEqual({ recordID: last?.recordID, version: last?.version });
      expect(left.waitingImages).toBe(1);
      expect(await reject(last)).toBe("200");
      const none = await desk.detail(orderID);
      expect(none).toMatchObject({ awaitsCheck: false, confirmStatus: "rejected", waitingImages: 0 });
      expect(none.paymentImage).toMatchObject({ proof: null });
    }
  });

  it("follows its lead through a merge and back", async () => {
    const [keep, from] = [await buildLead(desk.db, desk.organization), await buildLead(desk.db, desk.organization)];
    const orderID = await desk.order({ leadId: from });
    await show(orderID, await drawTransfer(60));
    const { recordID } = await proofOf(orderID);
    const call = <Result>(name: string, body: object) =>
      callApi<Result>(desk.app, `POST /api_users/Member/${name}`, { token: desk.token, body });
    const shownOf = async (leadId: LeadId) => (await listed({ leadId })).map((proof) => proof.recordID);
    const merged = await call<{ recordID: string }>("MergeLeads", { keep, from, versions: { keep: 1, from: 1 } });
    expect([await shownOf(keep), await shownOf(from)]).toEqual([[recordID], []]);
    await call("UndoMerge", { recordID: merged.body.resultData?.recordID });
    expect([await shownOf(keep), await shownOf(from)]).toEqual([[], [recordID]]);
  });

  it("is decided when somebody confirms its order", async () => {
    const orderID = await desk.order();
    await show(orderID, await drawTransfer(8));
    await desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed" });
    expect(await listed({ state: "confirmed" })).toContainEqual(expect.objectContaining({ orderID }));
  });
});

it("proposes the next instalment due, and is found by that amount", async () => {
  const instalments = ["2099-01-05", "2099-02-05", "2099-03-05"].map((dueDate) => ({ dueDate }));
  const orderID = await desk.order({ items: [{ name: "全年班", officialPrice: 9300, quantity: 1 }], instalments });
  await show(orderID, await drawTransfer(40));
  const proof = await proofOf(orderID);
  const matchOf = async (amount: number) => {
    const { body } = await desk.post<{ list: ProofMatch[] }>("TransferMatches", { recordID: proof.recordID, amount });
    return body.resultData?.list.find((match) => match.orderID === orderID);
  };
  expect(await matchOf(3100)).toMatchObject({ open: 9300, due: 3100, isSameAmount: true });
  expect(await matchOf(9300)).toMatchObject({ isSameAmount: true });
  await confirm(proof, { orderID, amount: 4000 });
  expect(await matchOf(2200)).toMatchObject({ open: 5300, due: 2200, isSameAmount: true });
  expect(await matchOf(3100)).toMatchObject({ isSameAmount: false });
});

describe("a picture from a chat", () => {
  it("is listed by one call, with the orders that match by lead, amount and name", async () => {
    const sent = await sendPicture(await drawTransfer(9));
    const add = () => desk.post<{ recordID: string }>("AddTransfer", { messageId: sent.id });
    const [first, second] = [await add(), await add()];
    expect(first.body.resultData?.recordID).toBe(second.body.resultData?.recordID);
    const ofLead = await desk.order({ leadId: sent.lead });
    const ofAmount = await desk.order({ items: [{ name: "作文班", officialPrice: 6400, quantity: 1 }] });
    const recordID = first.body.resultData?.recordID;
    const { body } = await desk.post<{ list: ProofMatch[] }>("TransferMatches", { recordID, amount: 6400 });
    expect(body.resultData?.list.map((match) => match.orderID)).toEqual([ofAmount, ofLead]);
    expect(body.resultData?.list[0]).toMatchObject({ open: 6400, due: 6400, isSameAmount: true });
    const named = await desk.post<{ list: ProofMatch[] }>("TransferMatches", { recordID, reference: `for ${ofLead}` });
    expect(named.body.resultData?.list[0]).toMatchObject({ orderID: ofLead, isShownFor: true, isSameLead: true });
  });

  it("sends the receipt to the chat once after confirmation, even if the job runs twice", async () => {
    const sent = await sendPicture(await drawTransfer(10));
    const { body } = await desk.post<{ recordID: string }>("AddTransfer", { messageId: sent.id });
    const orderID = await desk.order({ leadId: sent.lead });
    const form = { recordID: body.resultData?.recordID, orderID, amount: 1200, version: 1 };
    expect(outcome(await desk.post("ConfirmTransfer", form))).toBe("200");
    const { rows: wanted } = await desk.owner.query<{ payload: { orderID: string; accountId: null } }>(
      "select payload from outbox where event = 'order.receiptWanted' and payload->>'orderID' = $1",
      [orderID],
    );
    expect(wanted).toHaveLength(1);
    const [{ payload }] = wanted as [{ payload: { orderID: string; accountId: null } }];
    for (let times = 0; times < 3; times += 1)
      await sendReceiptOfPayment(desk.platform, desk.organization.scope, payload);
    const { rows } = await desk.owner.query(
      `select kind, details->>'fileName' as name, author from message where conversation_id = $1 and direction = 'out'`,
      [sent.conversation],
    );
    const { invoice, history } = await desk.detail(orderID);
    expect(rows).toEqual([{ kind: "document", name: `${invoice}.pdf`, author: "staff" }]);
    expect(history.filter(({ kind }) => kind === "receiptSent")).toHaveLength(1);
  });

  it("records in the history that the receipt was not sent if the window has closed", async () => {
    const sent = await sendPicture(await drawTransfer(11));
    const orderID = await desk.order({ leadId: sent.lead });
    await desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed" });
    await desk.owner.query("update channel_contact set window_ends_at = now() - interval '1 hour' where lead_id = $1", [
      sent.lead,
    ]);
    await sendReceiptOfPayment(desk.platform, desk.organization.scope, { orderID, accountId: null });
    const { history } = await desk.detail(orderID);
    expect(history.at(-1)).toMatchObject({ kind: "receiptNotSent", note: "CHAT_ONLY_TEMPLATE_AFTER_24H" });
    expect(outcome(await desk.post("SendReceipt", { orderID }))).toBe("409 CHAT_ONLY_TEMPLATE_AFTER_24H");
  });

  it("cannot be added by people who do not see the message", async () => {
    const sent = await sendPicture(await drawTransfer(12));
    const { token } = await desk.signIn({ role: "sales", branchIds: [desk.organization.branchIds[1]] });
    expect((await desk.post("AddTransfer", { messageId: sent.id }, token)).status).toBe(404);
    expect((await desk.post("AddTransfer", { messageId: v7() })).status).toBe(404);
  });
});
