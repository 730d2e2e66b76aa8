import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type KeptSocket, keepConnected } from "./keep-connected.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function follow() {
  const listeners = new Map<string, (detail: never) => void>();
  const knocks: string[] = [];
  const heard: string[] = [];
  const state = { active: false };
  const socket: KeptSocket = {
    on: (event, listener) => listeners.set(event, listener),
    connect: () => knocks.push("knock"),
    get active() {
      return state.active;
    },
  };
  keepConnected(socket, {
    online: () => heard.push("online"),
    offline: () => heard.push("offline"),
    refused: () => heard.push("refused"),
  });
  const tell = (event: string, detail?: unknown) => listeners.get(event)?.(detail as never);
  return { tell, knocks, heard, state };
}

it("reconnects when the server has closed the socket", () => {
  const { tell, knocks, heard } = follow();
  tell("connect");
  tell("disconnect", "io server disconnect");
  expect(knocks).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(knocks).toEqual(["knock"]);
  expect(heard).toEqual(["online", "offline"]);
});

it("leaves it to the library when the connection was lost, and to the page when the page closed it", () => {
  const { tell, knocks } = follow();
  for (const reason of ["transport close", "ping timeout", "io client disconnect"]) tell("disconnect", reason);
  vi.advanceTimersByTime(60_000);
  expect(knocks).toEqual([]);
});

it("reports the end of the session when the server no longer knows the token, and stops reconnecting", () => {
  const { tell, knocks, heard } = follow();
  tell("connect_error", new Error("TOKEN_INVALID"));
  vi.advanceTimersByTime(60_000);
  expect(heard).toEqual(["offline", "refused"]);
  expect(knocks).toEqual([]);
});

it("backs off while the server cannot answer, and reconnects quickly again after a success", () => {
  const { tell, knocks } = follow();
  for (let time = 0; time < 10; time += 1) {
    tell("connect_error", new Error("SYSTEM_ERROR"));
    vi.advanceTimersByTime(10_000);
  }
  expect(knocks).toHaveLength(10);
  tell("connect_error", new Error("SYSTEM_ERROR"));
  vi.advanceTimersByTime(9000);
  expect(knocks).toHaveLength(10);
  vi.advanceTimersByTime(1000);
  tell("connect");
  tell("disconnect", "io server disconnect");
  vi.advanceTimersByTime(300);
  expect(knocks).toHaveLength(12);
});

it("does not reconnect while the library itself retries", () => {
  const { tell, knocks, state } = follow();
  state.active = true;
  tell("connect_error", new Error("websocket error"));
  vi.advanceTimersByTime(60_000);
  expect(knocks).toEqual([]);
});
