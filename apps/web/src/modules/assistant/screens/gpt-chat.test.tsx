// @vitest-environment happy-dom
import { gpt } from "@homeroom/contract/gpt";
import { RecordId } from "@homeroom/contract/ids";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished } from "vitest";
import { answers, later, refuses, show } from "#ui/for-tests.ts";
import { GptChat } from "./gpt-chat.tsx";

const key = "a-key-of-twenty-signs";
const sessionID = RecordId.parse("019aaaaa-0000-7000-8000-000000000001");
const time = "2026-11-28T10:00:00Z";
const page = (history: { role: "visitor" | "assistant"; text: string; time: string }[] = []) =>
  answers(gpt.profile, { name: "Mimi", openingText: "", history });
const answer = answers(gpt.ask, { sessionID, answer: "At nine." });

function start(server: ReturnType<typeof answers>[]) {
  onTestFinished(() => sessionStorage.clear());
  return show(<GptChat />, { search: `?key=${key}`, server });
}

async function open(server: ReturnType<typeof answers>[]) {
  const shown = start([...server, page()]);
  await screen.findByRole("log");
  return shown;
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>("Write a question");
const send = () => screen.getByRole<HTMLButtonElement>("button", { name: "Send" });
const lines = () =>
  [...screen.getByRole("log").querySelectorAll("[data-role]")].map((bubble) => bubble.querySelector("p")?.textContent);

it("greets with the page's own text, and shows the earlier messages of this tab", async () => {
  start([page([{ role: "visitor", text: "Hello", time }])]);
  await screen.findByRole("log");
  expect(lines()).toEqual(["Hello, this is Mimi. How can I help you?", "Hello"]);
  await waitFor(() => expect(document.title).toBe("Mimi"));
});

it("asks with Enter, continues in the same session, and clears the field for the next question", async () => {
  const { person, sentTo } = await open([answer]);
  expect(send().disabled).toBe(true);
  await person.type(field(), "When?{Enter}");
  await screen.findByText("At nine.");
  expect(field().value).toBe("");
  await person.type(field(), "Where?{Enter}");
  await waitFor(() => expect(lines()).toHaveLength(5));
  expect(sentTo(gpt.ask)).toEqual([
    { key, content: "When?" },
    { key, content: "Where?", sessionID },
  ]);
});

it("asks one question at a time, and keeps the draft of the next one", async () => {
  const until = Promise.withResolvers<void>();
  const { person, sentTo } = await open([later(answer, until.promise)]);
  await person.type(field(), "When?{Enter}");
  await screen.findByText("Mimi is typing…");
  await person.type(field(), "Where?{Enter}");
  expect(send().disabled).toBe(true);
  expect(field().value).toBe("Where?");
  until.resolve();
  await screen.findByText("At nine.");
  expect(sentTo(gpt.ask)).toHaveLength(1);
  expect(send().disabled).toBe(false);
});

it("starts a new line with Shift and Enter, and sends no empty text", async () => {
  const { person, sentTo } = await open([answer]);
  await person.type(field(), "  {Enter}");
  await person.type(field(), "a{Shift>}{Enter}{/Shift}b");
  expect(field().value).toBe("  a\nb");
  expect(sentTo(gpt.ask)).toEqual([]);
});

it("sends nothing with the Enter that ends an input method's composition", async () => {
  const { sentTo } = await open([answer]);
  fireEvent.change(field(), { target: { value: "幾點" } });
  fireEvent.keyDown(field(), { key: "Enter", isComposing: true });
  expect(sentTo(gpt.ask)).toEqual([]);
  expect(field().value).toBe("幾點");
});

it("keeps an unanswered question, and retries it once", async () => {
  const server = [refuses(gpt.ask, "GPT_NOT_ANSWERING")];
  const { person, sentTo } = await open(server);
  await person.type(field(), "When?{Enter}");
  await screen.findByRole("alert");
  expect(lines()).toHaveLength(2);
  server.unshift(answer);
  const shown = screen.getByRole("button", { name: "Try again" });
  expect(sentTo(gpt.ask)).toHaveLength(1);
  await person.click(shown);
  await waitFor(() => expect(sentTo(gpt.ask)).toHaveLength(2));
  expect(lines()).toHaveLength(2);
});

it("says when the page could not be loaded, and loads it again", async () => {
  const server = [refuses(gpt.profile, "TOO_MANY_REQUESTS")];
  const { person } = start(server);
  await screen.findByText("The page could not be loaded");
  expect(screen.queryByRole("log")).toBeNull();
  server.unshift(page());
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("log");
});
