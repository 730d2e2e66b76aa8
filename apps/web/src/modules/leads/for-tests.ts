import { AccountId, BranchId, LeadId, RecordId } from "@homeroom/contract/ids";
import { type LeadCard, type LeadRow, leads } from "@homeroom/contract/leads";
import { media } from "@homeroom/contract/media";
import { member } from "@homeroom/contract/member";
import { answers } from "#ui/for-tests.ts";

const uuid = (n: number) => `019aaaaa-0000-7000-8000-${String(n).padStart(12, "0")}`;
export const leadOf = (n: number) => LeadId.parse(uuid(n));
export const recordOf = (n: number) => RecordId.parse(uuid(n));
export const accountOf = (n: number) => AccountId.parse(uuid(n));
export const branchID = BranchId.parse(uuid(900));

const contact = { name: "", email: "", areaCode: "", phone: "" };
const names = { channel: "", secondaryChannel: "", tutor: "", sales: "", status: "", result: "", regularContact: "" };
const cardFields = Object.keys((leads.info.response as typeof leads.info.response & { shape: object }).shape);

/** The card of lead 1, editable by its reader, with overrides. */
export function cardOf(part: Partial<LeadCard> = {}): LeadCard {
  const card = {
    ...Object.fromEntries(cardFields.map((name) => [name, ""])),
    ...{ leadId: leadOf(1), branchID, nickname: "Amy", contact1: contact, contact2: contact, tag: [], version: 1 },
    ...{ status: null, result: null, sales: null, tutor: null, channel: null, secondaryChannel: null },
    ...{ regularContact: null, gender: 0, acceptmessage: 0, appopenflag: 0, avatar: null, avatarFileID: null },
    ...{ leadDate: "2026-11-26", lastContactDate: null, nextContactDate: null },
    ...{ createTime: "2026-11-26T01:00:00.000Z", updateTime: "2026-11-26T01:00:00.000Z" },
    names: { ...names, tag: [] },
    can: { edit: true, assign: true, note: true, chat: true, activate: true },
  };
  return { ...card, ...part } as never;
}

/** Lead 1 as a row of a list, with overrides. */
export function rowOf(part: Partial<LeadRow> = {}): LeadRow {
  const row = {
    ...{
      leadId: leadOf(1),
      branchID,
      branchName: "",
      nickname: "Amy",
      fullname: "",
      areaCode: "",
      phone: "",
      email: "",
    },
    ...{ avatar: null, tag: [], status: null, result: null, sales: null, tutor: null, channel: null },
    ...{ secondaryChannel: null, regularContact: null, leadDate: "2026-11-26", lastContactDate: null },
    ...{ nextContactDate: null, createTime: "2026-11-26T01:00:00.000Z", version: 1 },
  };
  return { ...row, ...part } as never;
}

/** The choices that a card offers: each list has the items “One” and “Two”, each role the people Ann and Bob. */
export const choiceAnswers = [
  answers(media.customItems, [
    { recordID: recordOf(31), name: "One", sort: 1, status: 1 },
    { recordID: recordOf(32), name: "Two", sort: 2, status: 1 },
  ] as never),
  answers(media.channels, [] as never),
  ...[member.salesList, member.tutorList].map((people) =>
    answers(people, [
      { value: accountOf(41), label: "Ann" },
      { value: accountOf(42), label: "Bob" },
    ] as never),
  ),
];
