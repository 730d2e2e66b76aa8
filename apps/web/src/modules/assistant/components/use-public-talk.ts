import type { RecordId } from "@homeroom/contract/ids";
import { useEffect, useState } from "react";
import { type Outcome, outcomeOf } from "#platform/plain-call.ts";
import { ask, profile } from "../api/public-page.ts";

export interface Line {
  role: "visitor" | "assistant";
  text: string;
}

export interface PublicTalk {
  /** `gone`: the page does not exist, or no longer does. */
  state: "loading" | "ready" | "gone" | "failed";
  name: string;
  openingText: string;
  lines: readonly Line[];
  /** The last question, while it has no answer. */
  waiting: string | null;
  /** Why the last question was not answered; it can be asked again. */
  problem: string | null;
  ask: (content: string) => void;
  retry: () => void;
}

/** A visitor's conversation on a public page, kept as long as the tab is open. */
export function usePublicTalk(key: string): PublicTalk {
  const [page, setPage] = useState({ state: "loading" as PublicTalk["state"], name: "", openingText: "" });
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [waiting, setWaiting] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const take = (outcome: Outcome<typeof profile>) => {
    if ("result" in outcome) {
      const { name, openingText, history } = outcome.result;
      setLines(history);
      return setPage({ state: "ready", name, openingText });
    }
    const isGone = outcome.failure.status === 404 || outcome.failure.status === 422;
    setPage({ state: isGone ? "gone" : "failed", name: "", openingText: "" });
  };
  useEffect(() => void opened(key).then(take, () => undefined), [key]);

  const send = (content: string) => {
    setWaiting(content);
    setProblem(null);
    void question(key, content).then((outcome) => {
      setWaiting(null);
      setLines((before) => [...before, { role: "visitor", text: content }]);
      if ("failure" in outcome) return setProblem(outcome.failure.message);
      keepSession(key, outcome.result.sessionID);
      setLines((before) => [...before, { role: "assistant", text: outcome.result.answer }]);
    });
  };
  const retry = () => {
    if (page.state !== "ready") return void opened(key).then(take, () => undefined);
    const last = lines.at(-1);
    if (last?.role !== "visitor") return;
    setLines((before) => before.slice(0, -1));
    send(last.text);
  };
  return { ...page, lines, waiting, problem, ask: send, retry };
}

/** The page from the server, with the earlier messages of this tab. */
function opened(key: string): Promise<Outcome<typeof profile>> {
  const sessionID = keptSession(key);
  return outcomeOf(profile, { key, ...(sessionID && { sessionID }) });
}

/** A session may have been swept, so the question starts a new one. */
async function question(key: string, content: string): Promise<Outcome<typeof ask>> {
  const sessionID = keptSession(key);
  const first = await outcomeOf(ask, { key, content, ...(sessionID && { sessionID }) });
  if (!sessionID || !("failure" in first) || first.failure.status !== 404) return first;
  return outcomeOf(ask, { key, content });
}

const nameOf = (key: string) => `gpt-talk:${key}`;

function keptSession(key: string): RecordId | undefined {
  try {
    return (sessionStorage.getItem(nameOf(key)) as RecordId | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function keepSession(key: string, sessionID: RecordId): void {
  try {
    sessionStorage.setItem(nameOf(key), sessionID);
  } catch {
    // Storage is forbidden, so each question stands alone.
  }
}
