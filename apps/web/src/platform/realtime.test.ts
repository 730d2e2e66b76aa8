// @vitest-environment happy-dom
import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { beginReadingRights } from "./access.ts";
import { queryClient } from "./query.ts";
import {
  connectRealtime,
  disconnectRealtime,
  onConnect,
  onMissed,
  useConnectionState,
  useRealtime,
} from "./realtime.ts";
import { clearSession, onSessionEnded, pauseSessionReports, saveSession } from "./session.ts";

/** A connection that the test controls. */
function standIn() {
  const heard = new Map<string, Set<(payload?: unknown) => void>>();
  return {
    active: true,
    connected: false,
    connect: vi.fn(),
    disconnect: vi.fn(),
    on: (event: string, handler: () => void) => heard.set(event, (heard.get(event) ?? new Set()).add(handler)),
    off: (event: string, handler: () => void) => heard.get(event)?.delete(handler),
    say: (event: string, payload?: unknown) => heard.get(event)?.forEach((handler) => handler(payload)),
  };
}

let socket: ReturnType<typeof standIn>;
const library = vi.hoisted(() => ({ io: vi.fn() }));
vi.mock("socket.io-client", () => library);

beforeEach(() => {
  // Another test may have opened it, or started a session for which the page is reloaded.
  disconnectRealtime();
  pauseSessionReports()();
  socket = standIn();
  library.io.mockReset().mockImplementation(() => socket);
});
afterEach(disconnectRealtime);

const opened = () => expect.poll(() => library.io).toHaveBeenCalledOnce();

it("passes a change to a listening screen, even one that subscribed before the connection, and not after it has unsubscribed", async () => {
  const handler = vi.fn();
  const { unmount } = renderHook(() => useRealtime("lead:updated" as never, handler));
  await opened();
  socket.say("lead:updated", { leadId: "1" });
  expect(handler).toHaveBeenCalledExactlyOnceWith({ leadId: "1" });
  unmount();
  socket.say("lead:updated", { leadId: "2" });
  expect(handler).toHaveBeenCalledOnce();
});

it("opens one connection however many screens listen", async () => {
  connectRealtime();
  renderHook(() => useRealtime("lead:updated" as never, vi.fn()));
  renderHook(() => useRealtime("lead:created" as never, vi.fn()));
  await opened();
  expect(library.io).toHaveBeenCalledOnce();
});

it("reports whether it is connected", async () => {
  connectRealtime();
  await opened();
  const { result, rerender } = renderHook(() => useConnectionState());
  const states = ["connect", "disconnect", "connect"].map((event) => {
    socket.say(event, "transport close");
    rerender();
    return result.current;
  });
  expect(states).toEqual(["online", "offline", "online"]);
});

it("reports the end of the session, as a refused call does, when the server no longer accepts it on a socket", async () => {
  saveSession({ token: "expired", accountID: "1", isPasswordInitialized: true });
  const listener = vi.fn();
  const stop = onSessionEnded(listener);
  connectRealtime();
  await opened();
  socket.say("connect");
  socket.say("disconnect", "transport close");
  socket.say("connect_error", new Error("TOKEN_INVALID"));
  expect(listener).toHaveBeenCalledOnce();
  stop();
  clearSession();
});

it("has data whose missed changes the server sends read again only after a break", async () => {
  beginReadingRights(performance.now());
  const listener = vi.fn();
  const stop = onMissed(listener);
  connectRealtime();
  await opened();
  const options = library.io.mock.calls[0]?.[0] as { auth: (answer: (sent: object) => void) => void } | undefined;
  const sent: { rightsReadMsAgo?: number }[] = [];
  options?.auth((one) => sent.push(one));
  socket.say("connect");
  expect(listener).not.toHaveBeenCalled();
  socket.say("disconnect", "transport close");
  options?.auth((one) => sent.push(one));
  socket.say("connect");
  expect(listener).toHaveBeenCalledOnce();
  expect(sent.map(({ rightsReadMsAgo }) => typeof rightsReadMsAgo)).toEqual(["number", "undefined"]);
  stop();
});

it("has screens read again after each connection, and failed reads only after a break", async () => {
  const refetch = vi.spyOn(queryClient, "refetchQueries").mockResolvedValue();
  const listener = vi.fn();
  const stop = onConnect(listener);
  connectRealtime();
  await opened();
  socket.say("connect");
  expect([listener.mock.calls.length, refetch.mock.calls.length]).toEqual([1, 0]);
  socket.say("disconnect", "transport close");
  socket.say("connect");
  expect(listener).toHaveBeenCalledTimes(2);
  await expect.poll(() => refetch).toHaveBeenCalled();
  stop();
  socket.say("connect");
  expect(listener).toHaveBeenCalledTimes(2);
  refetch.mockRestore();
});
