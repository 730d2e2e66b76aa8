import { expect, it } from "vitest";
import { cardAddress, choiceOf, dayAddress, type FigureFrame, stageAddress } from "./figure-links.ts";

const id = "0190a000-0000-7000-8000-000000000001";
const frame = (search = "", own = false): FigureFrame => ({
  range: { start: "2026-11-17", end: "2026-11-23" },
  own,
  choice: choiceOf(new URLSearchParams(search)),
});
const days = "2026-11-17%2C2026-11-23";

it.each([
  ["", { days: 7 }],
  ["days=30", { days: 30 }],
  ["days=8&branch=x&sales=%3Cscript%3E", { days: 7 }],
  [`branch=${id}&sales=${id}`, { days: 7, branchID: id, salesID: id }],
])("%j asks for %o", (search, choice) => expect(choiceOf(new URLSearchParams(search))).toEqual(choice));

it.each([
  ["newLeads", `/lead/list?leadDate=${days}`],
  ["repeatLeads", `/lead/list?return=${days}`],
  ["chats", `/lead/list?talk=${days}`],
  ["deals", `/lead/list?deal=${days}`],
  ["revenue", `/users/order?paidOn=${days}`],
  ["broadcasts", `/admessage/plan?started=${days}`],
  ["adSpend", `/advert/campaign?date=${days}&shown=1`],
  ["volcengineSpend", `/advert/volcengine?date=${days}&shown=1`],
  ["unanswered", "/chat/whatsapp?filter=NoReply%2COver24h"],
] as const)("%s opens %s", (card, address) => expect(cardAddress(card, frame())).toBe(address));

it("opens lists of the same people as the figures", () => {
  expect(stageAddress("dealt", frame(`branch=${id}&sales=${id}`), { channel: id })).toBe(
    `/lead/list?leadDate=${days}&branch=${id}&sales=${id}&channel=${id}&reached=dealt`,
  );
  expect(stageAddress("leads", frame("", true))).toBe(`/lead/list?leadDate=${days}&mine=yes`);
  expect(cardAddress("unanswered", frame(`branch=${id}`))).toBe(`/chat/whatsapp?filter=NoReply%2COver24h&branch=${id}`);
  expect(cardAddress("revenue", frame(`branch=${id}&sales=${id}`, true))).toBe(
    `/users/order?paidOn=${days}&branch=${id}&sales=${id}&mine=yes`,
  );
  expect(cardAddress("broadcasts", frame(`branch=${id}&sales=${id}`))).toBe(
    `/admessage/plan?started=${days}&branch=${id}&creator=${id}`,
  );
  expect(cardAddress("broadcasts", frame("", true))).toBe(`/admessage/plan?started=${days}&mine=yes`);
  expect(cardAddress("adSpend", frame(`branch=${id}&sales=${id}`))).toBe(
    `/advert/campaign?date=${days}&shown=1&branch=${id}`,
  );
  expect(dayAddress("2026-11-20", frame())).toBe("/lead/list?leadDate=2026-11-20%2C2026-11-20");
});
