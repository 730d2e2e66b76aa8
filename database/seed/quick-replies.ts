import { createHash } from "node:crypto";
import type { OrganizationId } from "@homeroom/contract/ids";
import type { SeedTx } from "./kit.ts";
import { writeRows } from "./write-rows.ts";

const groups: readonly { name: string; replies: readonly string[] }[] = [
  {
    name: "課程查詢",
    replies: [
      "{nickname}您好，我是{branch}的{me}。請問想了解哪一個課程，小朋友今年幾歲？",
      "鋼琴班每堂 45 分鐘，一對一上課。星期六上午和星期三下午還有名額，歡迎先來試堂。",
      "課程時間表和學費已整理好，稍後傳給您。有任何問題都可以直接在這裡問我。",
    ],
  },
  {
    name: "預約試堂",
    replies: [
      "{nickname}您好，試堂已為您預約。當天請提早 10 分鐘到{branch}，帶小朋友認識一下環境。",
      "如果臨時不能來，請在前一天告訴我們，我們會幫您改期。",
    ],
  },
  {
    name: "繳費與收據",
    replies: [
      "學費可以轉帳或到{branch}繳交。完成後請把收據拍給我們，我們會儘快確認。",
      "款項已收到，謝謝您。正式收據會由{sales}傳給您。",
    ],
  },
];

/** A centre's first quick replies. The ids are derived from the texts, so they are the same every time. */
export async function writeQuickReplies(tx: SeedTx, organizationId: OrganizationId, now: number): Promise<void> {
  const created_at = new Date(now - 60 * 86_400_000).toISOString();
  const id = (words: string) => idFrom(`${organizationId} ${words}`);
  await writeRows(
    tx,
    "reply_group",
    groups.map(({ name }, index) => ({
      organization_id: organizationId,
      group_id: id(name),
      name,
      sort: index + 1,
      created_at,
    })),
  );
  await writeRows(
    tx,
    "reply_message",
    groups.flatMap(({ name, replies }) =>
      replies.map((content, index) => ({
        organization_id: organizationId,
        reply_id: id(content),
        group_id: id(name),
        content,
        sort: index + 1,
        created_at,
        updated_at: created_at,
      })),
    ),
  );
}

function idFrom(words: string): string {
  const digits = createHash("sha256").update(words).digest("hex");
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`];
  return [...parts, digits.slice(20, 32)].join("-");
}
