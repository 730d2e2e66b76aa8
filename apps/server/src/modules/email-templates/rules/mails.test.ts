import type { EmailContent } from "@homeroom/contract/email-templates";
import { FileId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { expect, test } from "vitest";
import { compileMail } from "./compile-mail.ts";
import { fillMail } from "./fill-mail.ts";

const content: EmailContent = {
  language: "zh-tw",
  category: "marketing",
  subject: "{{nickname|家長}}，暑期班開始報名",
  preheader: "早鳥優惠到月底",
  blocks: [
    { type: "heading", text: "{{nickname|家長}}您好" },
    { type: "text", text: "詳情 https://school.test/a?b=1&c=2。\n<script>alert(1)</script>" },
    { type: "button", label: "立即報名", link: "https://school.test/join" },
    { type: "divider" },
    { type: "footer", text: "{{branch}} 敬上" },
  ],
};
const places = {
  facts: { nickname: `小明 & "<b>"`, sales: "", branch: "銅鑼灣" },
  link: (number: number) => `https://homeroom.test/l/${number}`,
  unsubscribe: "https://homeroom.test/unsubscribe/x",
};

test("a mail is filled for its reader, escaped in HTML and plain in its text", async () => {
  const compiled = await compileMail(content, {});
  expect(compiled.links).toEqual(["https://school.test/a?b=1&c=2", "https://school.test/join"]);
  const mail = fillMail(compiled, places);
  expect(mail.subject).toBe(`小明 & "<b>"，暑期班開始報名`);
  expect(mail.html).toContain("小明 &amp; &quot;&lt;b&gt;&quot;您好");
  expect(mail.html).toContain(`href="https://homeroom.test/l/1"`);
  expect(mail.html).toContain("https://homeroom.test/unsubscribe/x");
  expect(mail.html).not.toContain("<script");
  expect(mail.html).not.toContain("{{");
  expect(mail.text).toBe(
    `小明 & "<b>"您好\n\n詳情 https://homeroom.test/l/0。\n<script>alert(1)</script>\n\n立即報名\nhttps://homeroom.test/l/1\n\n----\n\n銅鑼灣 敬上\n\n取消訂閱: https://homeroom.test/unsubscribe/x\n`,
  );
});

test("a fallback replaces an unknown value", async () => {
  const mail = fillMail(await compileMail(content, {}), { ...places, facts: { nickname: "", sales: "", branch: "" } });
  expect(mail.subject).toBe("家長，暑期班開始報名");
  expect(mail.text).toContain("家長您好");
});

test("a service notice has no unsubscribe link, and a deleted picture is left out", async () => {
  const image = { type: "image" as const, fileID: FileId.parse(v7()), alt: "海報", link: "" };
  const mail = await compileMail({ ...content, category: "utility", blocks: [image, { type: "divider" }] }, {});
  expect(mail.html).not.toContain("<img");
  expect(mail.text).toBe("海報\n\n----\n");
});
