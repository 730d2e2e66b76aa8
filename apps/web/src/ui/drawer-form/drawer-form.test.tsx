// @vitest-environment happy-dom
import { branches } from "@homeroom/contract/branches";
import { act, screen, waitFor, within } from "@testing-library/react";
import { Input } from "antd";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { z } from "zod";
import { api } from "#platform/api.ts";
import { question, refuses, show } from "#ui/for-tests.ts";
import { DrawerForm } from "./drawer-form.tsx";
import { FormField } from "./form-field.tsx";

const schema = z.object({ name: z.string().min(1), note: z.string().max(5), version: z.number() });
const opened = { name: "East", note: "", version: 1 };
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => screen.getByRole("button", { name });

type Props = Parameters<typeof DrawerForm<typeof schema, unknown>>[0];

function form(props: Partial<Props> = {}) {
  const handlers = { onSubmit: vi.fn(async () => null), onDone: vi.fn(), onClose: vi.fn() };
  const element = (
    <DrawerForm open title="Place" schema={schema} initialValues={opened} {...handlers} {...props}>
      <FormField name="name" label="Name">
        <Input />
      </FormField>
      <FormField name="note" label="Note">
        <Input />
      </FormField>
    </DrawerForm>
  );
  return { element, ...handlers };
}

it("sends the entered values with those that the form does not show, and closes", async () => {
  const { element, onSubmit, onDone } = form();
  const { person } = show(element);
  await person.type(field("Name"), "ern");
  await person.click(press("Save"));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(onSubmit).toHaveBeenCalledWith({ name: "Eastern", note: "", version: 1 }, expect.anything());
});

it("sends nothing that breaks a rule of the schema, and clears the error once it is fixed", async () => {
  const { element, onSubmit } = form();
  const { person } = show(element);
  await person.type(field("Note"), "too long");
  await person.click(press("Save"));
  await screen.findByText("At most 5 characters");
  expect(onSubmit).not.toHaveBeenCalled();
  await person.clear(field("Note"));
  await waitFor(() => expect(screen.queryByText("At most 5 characters")).toBeNull());
});

it("clears the error of a field in a group too, and keeps that of its neighbour", async () => {
  const grouped = z.object({ contact: z.object({ name: z.string().min(1), phone: z.string().min(1) }) });
  const initialValues = { contact: { name: "", phone: "" } };
  const { person } = show(
    <DrawerForm
      open
      title="Place"
      schema={grouped}
      {...{ initialValues }}
      onSubmit={vi.fn()}
      onDone={vi.fn()}
      onClose={vi.fn()}
    >
      <FormField name="contact.name" label="Name">
        <Input />
      </FormField>
      <FormField name="contact.phone" label="Phone">
        <Input />
      </FormField>
    </DrawerForm>,
  );
  await person.click(press("Save"));
  await waitFor(() => expect(screen.getAllByText("This field is required")).toHaveLength(2));
  await person.type(field("Name"), "An");
  await waitFor(() => expect(screen.getAllByText("This field is required")).toHaveLength(1));
});

it("closes at once if nothing was entered", async () => {
  const { element, onClose } = form();
  const { person } = show(element);
  await person.click(press("Cancel"));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

it("asks before it discards changes", async () => {
  const { element, onClose } = form();
  const { person } = show(element);
  await person.type(field("Name"), "x");
  await person.click(press("Cancel"));
  const asked = await question("Unsaved changes");
  expect(onClose).not.toHaveBeenCalled();
  await person.click(asked.getByRole("button", { name: "Discard changes" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

it("keeps the entered values if somebody else has saved, takes over their other changes and stays open", async () => {
  const stale = refuses(branches.edit, "STALE_DATA");
  const onSubmit: Props["onSubmit"] = (_values, report) => api.call(branches.edit, {} as never, report);
  const reload = async () => ({ name: "East", note: "their", version: 2 });
  const { element, onDone } = form({ onSubmit, reload });
  const { person } = show(element, { server: [stale] });
  await person.type(field("Name"), "ern");
  await person.click(press("Save"));
  await screen.findByText(/Updated with their changes: Note/);
  expect([field("Name").value, field("Note").value]).toEqual(["Eastern", "their"]);
  expect(onDone).not.toHaveBeenCalled();
});

it("takes over what somebody else has saved even if the record on the page was refetched in the meantime", async () => {
  const stale = refuses(branches.edit, "STALE_DATA");
  const theirs = { name: "East", note: "their", version: 2 };
  const onSubmit: Props["onSubmit"] = (_values, report) => api.call(branches.edit, {} as never, report);
  let renew: (record: typeof opened) => void = () => undefined;
  function Screen() {
    const [record, setRecord] = useState(opened);
    renew = setRecord;
    return form({ onSubmit, initialValues: record, reload: async () => theirs }).element;
  }
  const { person } = show(<Screen />, { server: [stale] });
  await person.type(field("Name"), "ern");
  act(() => renew(theirs));
  await person.click(press("Save"));
  await screen.findByText(/Updated with their changes: Note/);
  expect([field("Name").value, field("Note").value]).toEqual(["Eastern", "their"]);
});

it("shows both versions of a field that both people changed, and takes the other one if it is chosen", async () => {
  const stale = refuses(branches.edit, "STALE_DATA");
  const onSubmit: Props["onSubmit"] = (_values, report) => api.call(branches.edit, {} as never, report);
  const { element } = form({ onSubmit, reload: async () => ({ name: "West", note: "", version: 2 }) });
  const { person } = show(element, { server: [stale] });
  await person.type(field("Name"), "ern");
  await person.click(press("Save"));
  const versions = within(await screen.findByRole("group", { name: "Name" }));
  expect(field("Name").value).toBe("Eastern");
  await person.click(versions.getByRole("button", { pressed: false }));
  await waitFor(() => expect(field("Name").value).toBe("West"));
});

it("scrolls to the conflict every time, since the button may be far below", async () => {
  const stale = refuses(branches.edit, "STALE_DATA");
  const onSubmit: Props["onSubmit"] = (_values, report) => api.call(branches.edit, {} as never, report);
  const { element } = form({ onSubmit, reload: async () => ({ name: "West", note: "", version: 2 }) });
  const { person } = show(element, { server: [stale] });
  const intoSight = vi.spyOn(Element.prototype, "scrollIntoView");
  await person.type(field("Name"), "ern");
  await person.click(press("Save"));
  await screen.findByRole("group", { name: "Name" });
  expect(intoSight).toHaveBeenCalledOnce();
  await waitFor(() => expect(press("Save").className).not.toContain("loading"));
  await person.click(press("Save"));
  await waitFor(() => expect(intoSight).toHaveBeenCalledTimes(2));
});

it("focuses its first field, and submits with Ctrl+Enter", async () => {
  const { element, onDone, onSubmit } = form();
  const { person } = show(element);
  await waitFor(() => expect(document.activeElement).toBe(field("Name")));
  await person.keyboard("ern{Control>}{Enter}{/Control}");
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ name: "Eastern", note: "", version: 1 }, expect.anything());
});
