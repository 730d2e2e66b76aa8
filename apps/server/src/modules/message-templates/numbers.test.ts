import type { ResponseOf } from "@homeroom/contract/endpoint";
import type { messageTemplates } from "@homeroom/contract/message-templates";
import { expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { buildPlace } from "#modules/inbox/for-tests";
import { callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { messageTemplatesModule } from "./public.ts";

const base = prepareDatabase();
type Numbers = Pick<ResponseOf<typeof messageTemplates.list>, "channels">;

const never = async () => {
  throw new Error("WhatsApp is not asked");
};
const reviewer = { list: never, submit: never, revise: never, remove: never };
const server = prepareServer(base, (platform) => [messageTemplatesModule(platform, reviewer)]);

test("the list shows whether each number can send; a disabled or stopped one cannot", async () => {
  const { organization } = await buildPlace(base);
  const { token } = await signInAs(base.db, organization, { role: "owner" });
  const numbers = async () => {
    const answer = await callApi<Numbers>(server.app, "POST /api_chat/Template/TemplateList", { token, body: {} });
    return answer.body.resultData?.channels.map(({ open }) => open);
  };
  const set = (what: string) =>
    base.owner.query(`update channel set ${what} where organization_id = $1`, [organization.organizationId]);
  expect(await numbers()).toEqual([true]);
  await set("status = 0");
  expect(await numbers()).toEqual([false]);
  await set("status = 1, stopped_at = now()");
  expect(await numbers()).toEqual([false]);
});
