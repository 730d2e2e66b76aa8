import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runSandbox } from "../testing/run-sandbox.ts";
import { readMail } from "./read-mail.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");
const mail = [
  `From: =?utf-8?B?${base64("晨光文理補習班")}?= <no-reply@demo.homeroom.test>`,
  "To: owner@demo.homeroom.test",
  `Subject: =?UTF-8?Q?=E9=87=8D=E8=A8=AD?=`,
  ` =?UTF-8?Q?_=E5=AF=86=E7=A2=BC?=`,
  'Content-Type: multipart/mixed; boundary="outer"',
  "",
  "--outer",
  'Content-Type: multipart/alternative; boundary="inner"',
  "",
  "--inner",
  "Content-Type: text/plain; charset=utf-8",
  "Content-Transfer-Encoding: base64",
  "",
  base64("請點連結"),
  "--inner",
  "Content-Type: text/html; charset=utf-8",
  "Content-Transfer-Encoding: quoted-printable",
  "",
  '<p class=3D"a">=E8=AB=8B=E9=BB=9E=',
  "=E9=80=A3=E7=B5=90</p>",
  "--inner--",
  "--outer",
  'Content-Type: application/pdf; name="receipt.pdf"',
  "Content-Disposition: attachment; filename=receipt.pdf",
  "",
  "JVBERi0=",
  "--outer--",
].join("\r\n");

describe("reading mails", () => {
  it("decodes headers and parts", () => {
    expect(readMail(Buffer.from(mail))).toEqual({
      from: "晨光文理補習班 <no-reply@demo.homeroom.test>",
      to: "owner@demo.homeroom.test",
      subject: "重設 密碼",
      date: "",
      text: "請點連結",
      html: '<p class="a">請點連結</p>',
      attachments: [{ name: "receipt.pdf", type: "application/pdf" }],
    });
  });

  it("does not fail on malformed mails", () => {
    for (const odd of [
      "",
      "no headers at all",
      "Content-Type: multipart/mixed; boundary=x\r\n\r\n--y",
      "Content-Type: text/plain; charset=martian\r\n\r\nhi",
    ]) {
      expect(() => readMail(Buffer.from(odd))).not.toThrow();
    }
  });

  it("shows the folder's mails and no other files", async () => {
    const mailDir = await mkdtemp(join(tmpdir(), "homeroom-mails-"));
    await writeFile(join(mailDir, "1-reset.eml"), mail);
    await writeFile(join(mailDir, "secret.txt"), "secret");
    const sandbox = await runSandbox({ mailDir });
    expect((await sandbox.control("GET", "/mails")).body).toMatchObject([
      { name: "1-reset.eml", subject: "重設 密碼" },
    ]);
    expect((await sandbox.control("GET", "/mails/1-reset.eml")).body).toMatchObject({
      text: "請點連結",
      hasHtml: true,
    });
    for (const name of ["secret.txt", "..%2f..%2fetc%2fpasswd", "%2e%2e%2fsecret.eml"]) {
      expect((await sandbox.control("GET", `/mails/${name}`)).status).toBe(404);
    }
    const html = await fetch(`${sandbox.url}/sandbox/api/mails/1-reset.eml/html`);
    expect(html.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/);
    await sandbox.close();
    await rm(mailDir, { recursive: true });
  });
});
