// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import { Drawer, Modal } from "antd";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { show } from "#ui/for-tests.ts";
import { useShortcut } from "./use-shortcut.ts";

function Page({ onLeave, children }: { onLeave: () => void; children?: ReactNode }) {
  useShortcut("Escape", onLeave);
  useShortcut("c", onLeave);
  return (
    <>
      <button>Page</button>
      {children}
    </>
  );
}

/** How often the page's shortcuts ran when pressed on a button, or after it lost the focus. */
async function pressedOn(name: string, children?: ReactNode, { isLost = false } = {}): Promise<number> {
  const onLeave = vi.fn();
  const { person } = show(<Page onLeave={onLeave}>{children}</Page>);
  const button = await screen.findByRole("button", { name, hidden: true });
  button.focus();
  if (isLost) button.blur();
  await person.keyboard("c{Escape}");
  return onLeave.mock.calls.length;
}

it("takes the keys of the page", async () => {
  expect(await pressedOn("Page")).toBe(2);
});

it("takes the keys that are pressed in a panel beside its list", async () => {
  const panel = (
    <Drawer open mask={false} keyboard={false}>
      <button>Panel</button>
    </Drawer>
  );
  expect(await pressedOn("Panel", panel)).toBe(2);
  cleanup();
  expect(await pressedOn("Panel", panel, { isLost: true })).toBe(2);
});

it("leaves the keys to a question over the page", async () => {
  const question = (
    <Modal open>
      <button>Question</button>
    </Modal>
  );
  expect(await pressedOn("Question", question)).toBe(0);
  cleanup();
  expect(await pressedOn("Question", question, { isLost: true })).toBe(0);
});

it("leaves the keys to a form in a drawer over the page", async () => {
  const form = (
    <Drawer open>
      <button>Form</button>
    </Drawer>
  );
  expect(await pressedOn("Form", form)).toBe(0);
  cleanup();
  expect(await pressedOn("Form", form, { isLost: true })).toBe(0);
});

it("takes the keys of the page again once a question is answered", async () => {
  expect(await pressedOn("Page", <Modal open={false} forceRender />)).toBe(2);
  cleanup();
  expect(await pressedOn("Page", <Modal open={false} forceRender />, { isLost: true })).toBe(2);
});
