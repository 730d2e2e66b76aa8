import { gpt } from "@homeroom/contract/gpt";
import type { Binder } from "#platform/http/bind";
import { createRateLimit } from "#platform/rate-limit/rate-limit";
import { answerVisitor, publicPage, visitorTalk } from "../actions/answer-visitor.ts";
import type { Assistant } from "../actions/assistant.ts";

const day = 86_400;

/** The page without signing in, with limits of its own: by address, by session, and by page and day. */
export function bindPublicPage(bind: Binder, assistant: Assistant): void {
  const { platform } = assistant;
  const looks = createRateLimit(platform, { name: "gpt-look", points: 120, seconds: 600 });
  const address = createRateLimit(platform, { name: "gpt-address", points: 40, seconds: 600 });
  const session = createRateLimit(platform, { name: "gpt-session", points: 20, seconds: 300 });
  const page = createRateLimit(platform, { name: "gpt-page", points: 2000, seconds: day });

  bind(gpt.profile, async ({ key, sessionID }, { ip }) => {
    await looks.take(ip);
    const found = await publicPage(platform, key);
    const history = await visitorTalk(platform.db, found, sessionID);
    return {
      name: found.agent.nickname,
      openingText: found.agent.settings.openingText,
      history: history.map(({ role, text, created_at: at }) => ({ role, text, time: at.toISOString() })),
    };
  });
  bind(gpt.ask, async ({ key, sessionID, content }, { ip }) => {
    await address.take(ip);
    const found = await publicPage(platform, key);
    if (sessionID) await session.take(sessionID);
    await page.take(found.agent.agent_id);
    return answerVisitor(assistant, found, { sessionId: sessionID, content });
  });
}
