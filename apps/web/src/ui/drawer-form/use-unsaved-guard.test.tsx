// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { useRef } from "react";
import { useNavigate } from "react-router";
import { expect, it } from "vitest";
import { question, show } from "#ui/for-tests.ts";
import { useUnsavedGuard } from "./use-unsaved-guard.ts";

function Guarded({ name }: { name: string }) {
  const changedRef = useRef(false);
  useUnsavedGuard(changedRef);
  return (
    <button type="button" onClick={() => (changedRef.current = true)}>
      {name}
    </button>
  );
}

function Leave() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate("?left=yes")}>
      Leave
    </button>
  );
}

const press = (name: string) => screen.getByRole("button", { name, hidden: true });
const questions = () =>
  screen
    .queryAllByRole("dialog", { hidden: true })
    .filter(({ textContent }) => textContent.includes("Unsaved changes"));

it("asks for every form on the page, not only for the one that appeared last", async () => {
  const { person, search } = show(
    <>
      <Guarded name="First" />
      <Guarded name="Last" />
      <Leave />
    </>,
  );
  await person.click(press("First"));
  await person.click(press("Leave"));
  const asked = await question("Unsaved changes");
  expect(search()).toBe("");
  await person.click(asked.getByRole("button", { name: "Discard changes" }));
  await waitFor(() => expect(search()).toBe("?left=yes"));
});

it("asks once, however often a person tries to leave", async () => {
  const { person, search } = show(
    <>
      <Guarded name="First" />
      <Leave />
    </>,
  );
  await person.click(press("First"));
  await person.click(press("Leave"));
  const asked = await question("Unsaved changes");
  await person.click(press("Leave"));
  await person.click(asked.getByRole("button", { name: "Discard changes" }));
  await waitFor(() => expect(search()).toBe("?left=yes"));
  await waitFor(() => expect(questions()).toEqual([]));
});
