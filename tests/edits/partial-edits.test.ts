import { branches } from "@homeroom/contract/branches";
import { departments } from "@homeroom/contract/departments";
import { dictionary } from "@homeroom/contract/dictionary";
import type { Endpoint, RequestInput, ResponseOf } from "@homeroom/contract/endpoint";
import type { Success } from "@homeroom/contract/envelope";
import { type FileId, LeadId, RecordId } from "@homeroom/contract/ids";
import { leadRules } from "@homeroom/contract/lead-rules";
import { leads } from "@homeroom/contract/leads";
import { media } from "@homeroom/contract/media";
import { menus } from "@homeroom/contract/menus";
import { messageTemplates } from "@homeroom/contract/message-templates";
import { notices } from "@homeroom/contract/notices";
import { ownAccount } from "@homeroom/contract/own-account";
import { quickReplies } from "@homeroom/contract/quick-replies";
import { roles } from "@homeroom/contract/roles";
import { fieldsOf } from "@homeroom/contract/schema-fields";
import { staff } from "@homeroom/contract/staff";
import { buildAccount } from "@homeroom/server/modules/accounts/for-tests";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendCall } from "../harness/send-call.ts";
import { picture } from "../isolation/picture.ts";
import { createWorld, type Person, type World } from "../isolation/world.ts";

let world: World;
/** A caller with every permission, also for the product's own tables. */
let owner: Person;

beforeAll(async () => {
  world = await createWorld();
  const { accountId } = await buildAccount(world.base.db, world.ours, { role: "owner", isPlatform: true });
  owner = { accountId, token: await world.sessionOf(world.ours, { accountId }) };
});
afterAll(() => world?.close());

async function call<E extends Endpoint>(endpoint: E, request: RequestInput<E>): Promise<ResponseOf<E>> {
  const { text, body } = await sendCall(world.url, endpoint, request, { token: owner.token });
  if (!body.success) throw new Error(`${endpoint.path}: ${text}`);
  return body.resultData as ResponseOf<E>;
}

type Record = { readonly [field: string]: unknown };

interface Case {
  edit: Endpoint;
  /** The record as it was created, with all but a few of its fields. */
  filled: Record;
  /** The field by which an edit names the record. */
  names: Record;
  read: () => Promise<object>;
}

const emergencyContact = { name: "王媽媽", areaCode: "+852", phone: "61234567", email: "mother@example.test" };
const person = {
  firstName: "小明",
  lastName: "王",
  ename: "Ming",
  areaCode: "+852",
  phone: "61234568",
  gender: 1,
  birthdate: "1990-05-01",
  education: 3,
  school: "中文大學",
  introduction: "數學老師",
  address: "彌敦道 1 號",
  emergencyContact,
};

async function staffMember(): Promise<Case> {
  const roleIds = [await newRole()];
  const filled = {
    ...{ ...person, staffID: "S-77", nickname: "小明", email: "ming@example.test", notes: "星期六休息" },
    ...{ roleIds, branchIDs: [world.ours.branchIds[0]], deptID: await newDepartment() },
  };
  const { recordsn: id } = await call(staff.add, filled);
  return { edit: staff.edit, filled, names: { id }, read: () => call(staff.form, { id }) };
}

const role = { name: "檢查員", description: "只看不改", status: 0 };
const newRole = async () => (await call(roles.add, { name: "教學", description: "授課" })).recordID;

async function roleOff(): Promise<Case> {
  const { recordID: id } = await call(roles.add, role);
  return { edit: roles.edit, filled: role, names: { id }, read: () => call(roles.form, { id }) };
}

const newDepartment = async () => RecordId.parse((await call(departments.add, { name: "教務", code: "edu" })).recordID);

async function department(): Promise<Case> {
  const { recordID: parentId } = await call(departments.add, { name: "總部", code: "head" });
  const filled = { name: "數學組", code: "math", parentId, sort: 7, status: 0 };
  const { recordID: id } = await call(departments.add, filled);
  return { edit: departments.edit, filled, names: { id }, read: () => call(departments.form, { id }) };
}

async function dict(): Promise<Case> {
  const titles = { "zh-tw": "等級", "zh-cn": "等级", en: "Level" };
  const dictItems = [{ name: "初級", titles, value: "a", sort: 3, status: 0 }];
  const filled = { name: "等級", titles, code: "level", status: 0, remark: "分班用", dictItems };
  const { recordID: id } = await call(dictionary.add, filled);
  return { edit: dictionary.edit, filled, names: { id }, read: () => call(dictionary.form, { id }) };
}

async function menu(): Promise<Case> {
  const { recordID: parentId } = await call(menus.add, { type: "CATALOG", name: "工具", routePath: "/tools" });
  const filled = {
    ...{ parentId, type: "MENU" as const, name: "對帳", titles: { "zh-tw": "對帳", "zh-cn": "对账", en: "Accounts" } },
    ...{ routeName: "Accounts", routePath: "accounts", component: "log/index", icon: "client", sort: 9, visible: 0 },
    ...{ keepAlive: 1, params: [{ key: "of", value: "month" }] },
  };
  const { recordID: id } = await call(menus.add, filled);
  return { edit: menus.edit, filled, names: { id }, read: () => call(menus.form, { id }) };
}

async function notice(): Promise<Case> {
  const filled = {
    ...{ title: "停課", content: "<p>颱風停課</p>", type: "schedule" as const, level: "urgent" as const },
    ...{ targetType: 2, targetIds: [RecordId.parse(world.colleague.accountId)] },
  };
  const { recordID: id } = await call(notices.add, filled);
  return { edit: notices.edit, filled, names: { id }, read: () => call(notices.form, { id }) };
}

async function branch(): Promise<Case> {
  const filled = {
    ...{
      name: "將軍澳分校",
      ename: "Tseung Kwan O",
      contactName: "陳校長",
      email: "tko@example.test",
      areaCode: "+852",
    },
    ...{ phone: "61234569", address: "唐俊街 1 號", timezone: "Asia/Hong_Kong", establishmentDate: "2020-01-01" },
    ...{ leaseExpiry: "2030-01-01", introduction: "新界分校" },
  };
  const { recordID } = await call(branches.add, filled);
  return { edit: branches.edit, filled, names: { recordID }, read: () => call(branches.info, { recordID }) };
}

async function lead(): Promise<Case> {
  const filled = {
    ...{ nickname: "小華", ename: "Wah", fullname: "李小華", firstName: "小華", lastName: "李", gender: 2 },
    ...{ birthday: "2015-03-04", country: "HK", areaCode: "+852", phone: "61234570", email: "wah@example.test" },
    ...{ address: "屯門", school: "屯門小學", grade: "三年級", referrer: "陳太", notes: "想學琴", acceptmessage: 1 },
    contact1: emergencyContact,
  };
  const leadId = LeadId.parse((await call(leads.add, filled)).leadId);
  return { edit: leads.edit, filled, names: { leadId }, read: () => call(leads.info, { leadId }) };
}

async function ownRecord(): Promise<Case> {
  const filled = { nickname: "校長", ...person };
  const read = () => call(ownAccount.info, {});
  const { version } = await read();
  await call(ownAccount.edit, { ...filled, version });
  return { edit: ownAccount.edit, filled, names: {}, read };
}

async function leadRule(): Promise<Case> {
  const hours = [{ day: 1, from: "09:00", to: "18:00" }];
  const sales = [{ accountID: world.colleague.accountId, ratio: 100, capacity: 5, countries: ["HK"], hours }];
  const filled = {
    ...{ allChannels: true, countries: ["HK"], districts: ["大安區"], assignmentRule: "ratio" as const },
    ...{ repeatRule: "reassign" as const, status: 0, notificationEmail: ["boss@example.test"], sales, hours },
  };
  const { recordID } = await call(leadRules.save, filled);
  const read = async () => (await call(leadRules.list, {})).list.find((row) => row.recordID === recordID) ?? {};
  return { edit: leadRules.save, filled, names: { recordID }, read };
}

async function absence(): Promise<Case> {
  const days = { from: "2026-12-01", until: "2026-12-05" };
  const { recordID } = await call(leadRules.saveAbsence, {
    ...{ ...days, accountID: world.colleague.accountId, note: "年假" },
  });
  const filled = { ...days, accountID: world.colleague.accountId, note: "年假" };
  const read = async () => (await call(leadRules.absences, days)).find((row) => row.recordID === recordID) ?? {};
  return { edit: leadRules.saveAbsence, filled, names: { recordID }, read };
}

async function template(): Promise<Case> {
  const text = {
    ...{ name: "class_moved", language: "zh_TW" as const, category: "utility" as const, body: "您好 {{1}}，改期了。" },
  };
  const content = {
    ...{ type: "text" as const, header: "改期 {{1}}", headerSample: "星期一", footer: "晨光補習班" },
    ...{ variables: [{ sample: "小華", source: "nickname" as const }], buttons: [] },
  };
  const { recordID } = await call(messageTemplates.add, { ...text, ...content, usage: "chat" });
  const read = async () => {
    const { content: stored, ...row } = await call(messageTemplates.info, { recordID });
    return { ...stored, ...row };
  };
  return {
    edit: messageTemplates.edit,
    filled: { ...text, ...content, usage: "chat" },
    names: { recordID },
    read,
  };
}

async function tag(): Promise<Case> {
  const list = { ProjectID: 1 };
  const filled = { name: "數學", color: "red" as const, sort: 40, status: 0 as const };
  const { recordID } = await call(media.saveItem, { ...list, ...filled });
  const read = async () => (await call(media.customItems, list)).find((item) => item.recordID === recordID) ?? {};
  return { edit: media.saveItem, filled, names: { ...list, recordID }, read };
}

async function reply(): Promise<Case> {
  const upload = await sendCall(world.url, quickReplies.uploadImage, {}, { token: owner.token, file: picture });
  const { fileID } = (upload.body as Success<{ fileID: FileId }>).resultData;
  const { recordID: groupID } = await call(quickReplies.addGroup, { name: "課程" });
  const words = { groupID, content: "課程表在這裡" };
  const { recordID } = await call(quickReplies.addMessage, { ...words, image: fileID });
  const read = async () => {
    const found = (await call(quickReplies.messages, { groupID })).find((one) => one.recordID === recordID);
    return { ...words, imageFileID: found?.imageFileID };
  };
  return { edit: quickReplies.editMessage, filled: { ...words, imageFileID: fileID }, names: { recordID }, read };
}

test.each([
  ["a person of the staff", staffMember],
  ["a role", roleOff],
  ["a department", department],
  ["a dictionary", dict],
  ["a menu entry", menu],
  ["a notice", notice],
  ["a branch", branch],
  ["a lead", lead],
  ["the own record", ownRecord],
  ["a lead rule", leadRule],
  ["an absence", absence],
  ["a message template", template],
  ["a tag", tag],
  ["a quick reply", reply],
])("an edit of %s keeps what it is not sent", async (_what, make) => {
  const { edit, filled, names, read } = await make();
  const before = await read();
  expect(before).toMatchObject(filled);
  const { version } = before as { version: number };
  const required = Object.entries(fieldsOf(edit.request)).flatMap(([name, field]) =>
    name in filled && !field.safeParse(undefined).success ? [[name, filled[name]]] : [],
  );
  await call(edit, { ...names, version, ...Object.fromEntries(required) });
  expect(lasting(await read())).toEqual(lasting(before));
});

/** Without fields that every save may change. */
function lasting(record: object): object {
  const { version: _version, updateTime: _time, updater: _updater, ...rest } = record as Record;
  return rest;
}
