import { RecordId } from "@homeroom/contract/ids";
import type { StoredAgentSettings } from "@homeroom/database/assistant-tables";
import type { SeedKit, SeedTx } from "./kit.ts";
import type { SeedOrganization } from "./places.ts";

/** A key that the sandbox accepts. */
const apiKey = "sk-sandbox-demo-key";

const settings: StoredAgentSettings = {
  opening: "automatic",
  openingText: "您好，我是 AI 助理小晨，先為您解答。",
  way: "send",
  answersWhen: "always",
  hours: [],
  waitSeconds: 6,
  handOverWords: ["真人", "專人", "退費", "投訴"],
  handOverText: "",
  handOverWhenUnsure: true,
  mostInARow: 20,
  dailyLimit: 500,
  model: "gpt-5.4-mini",
  instructions: "以親切、簡短的口吻回答家長。先了解孩子的年級，再介紹合適的課程。",
  knowledge: [
    "數學班：國小三年級到國中三年級，每週兩堂，每堂 90 分鐘，月費 4,200 元。",
    "英文班：小班制，每班最多 8 人，月費 4,800 元，可免費試聽一堂。",
    "作文班：每週六上午 10:00 到 11:30，月費 3,200 元。",
    "暑期班：七月與八月，平日上午，六月起開放報名。",
    "上課時間：平日 16:30 到 21:00，週六 09:00 到 17:00，週日休息。",
    "地址與交通：大安分校在捷運大安站 3 號出口步行 3 分鐘。",
    "試聽：每科可免費試聽一堂，請先預約。",
  ].join("\n"),
  temperature: null,
};

/** An assistant answered by the sandbox. It is off: switch it on in the demo to try it. */
export async function writeAssistant(tx: SeedTx, kit: SeedKit, organization: SeedOrganization): Promise<void> {
  const [branch] = organization.branches;
  if (!branch) return;
  await tx
    .insertInto("assistant_agent")
    .values({
      organization_id: organization.organizationId,
      agent_id: RecordId.parse("01930000-0000-7000-8000-00000000a001"),
      branch_id: branch.branchId,
      type: "chatgpt",
      nickname: "小晨",
      name: "課程諮詢助理",
      secrets: kit.sealSecrets({ apiKey }),
      api_key_sign: "demo",
      settings: JSON.stringify(settings),
      status: 0,
      attention_reason: null,
      failure_reason: null,
      failure_detail: null,
      public_key: null,
      public_key_hash: null,
      created_by: null,
      updated_by: null,
    })
    .execute();
}
