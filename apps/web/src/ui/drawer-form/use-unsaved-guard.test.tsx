// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { Input } from "antd";
import { useRef } from "react";
import { useNavigate } from "react-router";
import { expect, it, vi } from "vitest";
import { z } from "zod";
import { question, show } from "#ui/for-tests.ts";
import { FormField } from "./form-field.tsx";
import { InlineForm } from "./inline-form.tsx";
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

it("asks for a form on a page until it is saved", async () => {
  const onDone = vi.fn();
  const { person, search } = show(
    <>
      <InlineForm
        guarded
        schema={z.object({ name: z.string() })}
        initialValues={{ name: "East" }}
        onSubmit={async () => null}
        onDone={onDone}
        submitLabel="Save"
      >
        <FormField name="name" label="Name">
          <Input />
        </FormField>
      </InlineForm>
      <Leave />
    </>,
  );
  await person.type(screen.getByLabelText("Name"), "ern");
  await person.click(press("Leave"));
  const asked = await question("Unsaved changes");
  await person.click(asked.getByRole("button", { name: "Cancel" }));
  expect(search()).toBe("");
  await person.click(press("Save"));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  await person.click(press("Leave"));
  await waitFor(() => expect(search()).toBe("?left=yes"));
});
