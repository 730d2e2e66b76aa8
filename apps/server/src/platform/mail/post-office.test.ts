import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { prepareDatabase } from "#platform/db/for-tests";
import { inSystemTransaction } from "#platform/db/transaction";
import { type Carrier, createCarrier, type Letter } from "./carrier.ts";
import { type Mail, postMail } from "./mail.ts";
import { type PostOffice, startPostOffice } from "./post-office.ts";

const base = prepareDatabase();
const offices: PostOffice[] = [];

beforeEach(async () => {
  await Promise.all(offices.splice(0).map((office) => office.stop()));
  await base.owner.query("delete from outgoing_mail");
});

afterAll(() => Promise.all(offices.map((office) => office.stop())));

const mail: Mail = {
  to: "parent@example.test",
  language: "zh-tw",
  subject: "驗證碼",
  paragraphs: ["請輸入 <驗證碼>：", "十分鐘內有效"],
  code: "012345",
};

function open(carrier: Carrier): void {
  const { db, log } = base.platform;
  offices.push(startPostOffice({ db, url: base.access.sessionUrl, carrier, log }));
}

function post(given: Partial<Mail> = {}): Promise<void> {
  return inSystemTransaction(base.db, (tx) => postMail(tx, { ...mail, ...given }));
}

interface KeptMail {
  sent_at: Date | null;
  body: { text: string } | null;
  tries: number;
  problem: string;
  next_try_at: Date;
}

async function kept(): Promise<KeptMail[]> {
  const { rows } = await base.owner.query<KeptMail>(
    "select sent_at, body, tries, problem, next_try_at from outgoing_mail",
  );
  return rows;
}

test("a queued mail is sent once, by one of several processes, and its text is then removed", async () => {
  const left: Letter[] = [];
  open(async (letter) => void left.push(letter));
  open(async (letter) => void left.push(letter));
  for (let count = 0; count < 10; count += 1) await post();
  await expect.poll(async () => (await kept()).filter((row) => row.sent_at)).toHaveLength(10);
  expect(left).toHaveLength(10);
  expect(left[0]?.text).toContain("012345");
  expect(left[0]?.html).toContain("&lt;驗證碼&gt;");
  expect((await kept()).every((row) => row.body === null)).toBe(true);
});

test("an urgent mail is sent before older ones, even while another one hangs", async () => {
  const left: string[] = [];
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  onTestFinished(answer);
  for (const to of ["first@example.test", "second@example.test"]) await post({ to });
  open(async ({ recipient }) => {
    left.push(recipient);
    if (recipient === "first@example.test") await answered;
  });
  await expect.poll(() => left).toEqual(["first@example.test"]);
  await post({ to: "code@example.test", urgent: true });
  await expect.poll(() => left).toEqual(["first@example.test", "code@example.test"]);
  answer();
  await expect.poll(() => left).toHaveLength(3);
});

test("urgent mails are sent first", async () => {
  for (const to of ["first@example.test", "second@example.test"]) await post({ to });
  for (const to of ["code@example.test", "notice@example.test"]) await post({ to, urgent: true });
  const left: string[] = [];
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  onTestFinished(answer);
  // Both hang: what either loop took first is known.
  open(async ({ recipient }) => {
    left.push(recipient);
    await answered;
  });
  await expect.poll(() => left.toSorted()).toEqual(["code@example.test", "notice@example.test"]);
  answer();
  await expect.poll(() => left).toHaveLength(4);
});

test("mails are kept for a month", async () => {
  await base.owner.query(`
    insert into outgoing_mail (mail_id, recipient, subject, created_at, sent_at)
    select gen_random_uuid(), 'parent@example.test', age, now() - age::interval, now() - age::interval
    from unnest(array['31 days', '29 days']) as age`);
  open(async () => undefined);
  const left = async () => (await base.owner.query<{ subject: string }>("select subject from outgoing_mail")).rows;
  await expect.poll(left).toEqual([{ subject: "29 days" }]);
});

test("a mail whose transaction fails is never sent", async () => {
  const left: Letter[] = [];
  open(async (letter) => void left.push(letter));
  const failing = inSystemTransaction(base.db, async (tx) => {
    await postMail(tx, mail);
    throw new Error("not today");
  });
  await expect(failing).rejects.toThrow("not today");
  await post();
  await expect.poll(() => left).toHaveLength(1);
});

test("an undelivered mail is kept, with its problem, for a retry", async () => {
  open(async () => {
    throw new Error("no route to mail server");
  });
  await post();
  await expect.poll(async () => (await kept())[0]?.problem).toBe("no route to mail server");
  const [row] = await kept();
  expect(row).toMatchObject({ sent_at: null, tries: 1, body: { text: expect.stringContaining("012345") } });
  expect(row?.next_try_at.getTime()).toBeGreaterThan(Date.now() + 20_000);
});

test("an organisation's transaction cannot read waiting mails", async () => {
  await post();
  expect(await base.db.selectFrom("outgoing_mail").selectAll().execute()).toEqual([]);
});

test("without a mail server each mail is a file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "homeroom-mail-"));
  try {
    await createCarrier({ DATA_DIR: folder, PUBLIC_URL: "https://school.example" })({
      recipient: mail.to,
      subject: mail.subject,
      text: "內文",
      html: "<p>內文</p>",
    });
    const [name = ""] = await readdir(join(folder, "mail"));
    const written = await readFile(join(folder, "mail", name), "utf8");
    expect(name).toMatch(/\.eml$/);
    expect(written).toContain("To: parent@example.test");
    expect(written).toContain("no-reply@school.example");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
