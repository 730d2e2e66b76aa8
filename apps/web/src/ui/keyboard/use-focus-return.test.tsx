// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { Drawer, Modal } from "antd";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { expect, it } from "vitest";
import { show } from "#ui/for-tests.ts";
import { useFocusReturn } from "./use-focus-return.ts";

interface OpenerProps {
  name: string;
  children: (close: () => void) => ReactNode;
}

/** A button and the dialog it opens, which is mounted only while it is open, like most of the product's dialogs. */
function Opener({ name, children }: OpenerProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>{name}</button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}

function Page({ children }: { children: ReactNode }) {
  useFocusReturn();
  return children;
}

const button = (name: string) => screen.getByRole("button", { name });
const expectFocus = (name: string) => waitFor(() => expect(document.activeElement).toBe(button(name)));

it("returns to the button that opened a drawer", async () => {
  const { person } = show(
    <Page>
      <Opener name="Edit">
        {(close) => (
          <Drawer open title="Form" onClose={close}>
            <input aria-label="Name" />
          </Drawer>
        )}
      </Opener>
    </Page>,
  );
  await person.click(button("Edit"));
  await person.click(await screen.findByLabelText("Name"));
  await person.click(button("Close"));
  await expectFocus("Edit");
});

it("returns to the drawer from a dialog over it, and from there to the page", async () => {
  const { person } = show(
    <Page>
      <Opener name="Edit">
        {(close) => (
          <Drawer open title="Form" closable={false}>
            <Opener name="Ask">
              {(answer) => (
                <Modal open footer={null} closable={false}>
                  <button onClick={answer}>Yes</button>
                </Modal>
              )}
            </Opener>
            <button onClick={close}>Leave</button>
          </Drawer>
        )}
      </Opener>
    </Page>,
  );
  await person.click(button("Edit"));
  await person.click(await screen.findByRole("button", { name: "Ask" }));
  await person.click(await screen.findByRole("button", { name: "Yes" }));
  await expectFocus("Ask");
  await person.click(button("Leave"));
  await expectFocus("Edit");
});

it("leaves the focus if something else has taken it", async () => {
  const { person } = show(
    <Page>
      <Opener name="Edit">
        {(close) => (
          <Drawer
            open
            title="Form"
            onClose={() => {
              close();
              button("Next").focus();
            }}
          >
            <input aria-label="Name" />
          </Drawer>
        )}
      </Opener>
      <button>Next</button>
    </Page>,
  );
  await person.click(button("Edit"));
  await person.click(await screen.findByLabelText("Name"));
  await person.click(button("Close"));
  await waitFor(() => expect(screen.queryByLabelText("Name")).toBeNull());
  await expectFocus("Next");
});

function Listening() {
  useFocusReturn();
  return <p>Listening</p>;
}

/** A button that its dialog removes when it closes, as after a full refund. */
function Refund() {
  const [state, setState] = useState<"offered" | "open" | "done">("offered");
  return (
    <>
      {state !== "done" && <button onClick={() => setState("open")}>Refund</button>}
      {state === "open" && (
        <Drawer open title="Form" closable={false}>
          <button onClick={() => setState("done")}>Send</button>
        </Drawer>
      )}
    </>
  );
}

it("returns to an earlier drawer if the button that opened the form is gone", async () => {
  const loaded = Promise.withResolvers<void>();
  const Late = lazy(() => loaded.promise.then(() => ({ default: Listening })));
  const { person } = show(
    <>
      <Drawer open title="Order" closable={false}>
        <Refund />
      </Drawer>
      <Suspense fallback={null}>
        <Late />
      </Suspense>
    </>,
  );
  // The kit focuses it when it renders.
  const order = screen.getByText("Order").closest<HTMLElement>(".ant-drawer");
  order?.focus();
  loaded.resolve();
  await screen.findByText("Listening");
  await person.click(button("Refund"));
  await person.click(await screen.findByRole("button", { name: "Send" }));
  await waitFor(() => expect(screen.queryByText("Form")).toBeNull());
  expect(order).not.toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(order));
});
