// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { Button } from "antd";
import { useState } from "react";
import { expect, it, onTestFinished, vi } from "vitest";
import { show } from "../for-tests.ts";
import { HeadAction, HeadMenu } from "./head-action.tsx";
import { PageHeader } from "./page-header.tsx";

function onPhone() {
  const view = window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } };
  view.happyDOM.setViewport({ width: 390 });
  onTestFinished(() => view.happyDOM.setViewport({ width: 1024 }));
}

const buttons = () =>
  screen.getAllByRole("button").map((button) => button.textContent || button.getAttribute("aria-label"));
const entries = () => screen.findAllByRole("menuitem");
const words = async () => (await entries()).map(({ textContent }) => textContent);

function Head({ onExport = () => undefined, busy = false, mayImport = true }) {
  const importing = [
    { label: "Import", onClick: () => undefined },
    { label: "Template", onClick: () => undefined },
  ];
  return (
    <PageHeader
      title="Pages"
      switcher={<a href="#other">Other kinds</a>}
      actions={
        <>
          <HeadAction label="Export" busy={busy} onClick={onExport} />
          {mayImport && <HeadMenu label="Tables" icon={null} actions={importing} />}
          <HeadAction label="Domains" disabled title="None yet" onClick={() => undefined} />
          <Button>Add</Button>
        </>
      }
    />
  );
}

it("shows every action as a button if there is room", async () => {
  const { person } = show(<Head />);
  expect(buttons()).toEqual(["Export", "Tables", "Domains", "Add"]);
  await person.click(screen.getByRole("button", { name: "Tables" }));
  expect(await words()).toEqual(["Import", "Template"]);
});

it("folds all but the primary action into a menu on a phone, in their order", async () => {
  onPhone();
  const onExport = vi.fn();
  const { person } = show(<Head onExport={onExport} />);
  await screen.findByRole("button", { name: "More" });
  expect(buttons()).toEqual(["More", "Add"]);
  expect(screen.getByText("Other kinds")).toBeTruthy();
  await person.click(screen.getByRole("button", { name: "More" }));
  expect(await words()).toEqual(["Export", "Import", "Template", "Domains"]);
  expect(screen.getByRole("menuitem", { name: "Domains" }).getAttribute("aria-disabled")).toBe("true");
  await person.click(screen.getByRole("menuitem", { name: "Export" }));
  expect(onExport).toHaveBeenCalledOnce();
});

it("keeps the menu up to date: later actions take their place, removed ones disappear, busy ones are disabled", async () => {
  onPhone();
  function Changing() {
    const [step, setStep] = useState(0);
    return (
      <>
        <Head mayImport={step === 1} busy={step === 2} />
        <Button onClick={() => setStep(step + 1)}>Next</Button>
      </>
    );
  }
  const { person } = show(<Changing />);
  const more = await screen.findByRole("button", { name: "More" });
  const offered = async () => {
    await person.click(more);
    return words();
  };
  expect(await offered()).toEqual(["Export", "Domains"]);
  await person.click(screen.getByRole("button", { name: "Next" }));
  expect(await offered()).toEqual(["Export", "Import", "Template", "Domains"]);
  await person.click(screen.getByRole("button", { name: "Next" }));
  expect(await offered()).toEqual(["Export", "Domains"]);
  expect(screen.getByRole("menuitem", { name: "Export" }).getAttribute("aria-disabled")).toBe("true");
});

it("has no menu on a phone if nothing folds", () => {
  onPhone();
  show(<PageHeader title="Pages" actions={<Button>Add</Button>} />);
  expect(buttons()).toEqual(["Add"]);
});
