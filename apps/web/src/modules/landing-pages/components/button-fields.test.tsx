// @vitest-environment happy-dom
import { BranchId } from "@homeroom/contract/ids";
import { landingPages } from "@homeroom/contract/landing-pages";
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { z } from "zod";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { answers, show } from "#ui/for-tests.ts";
import { ButtonFields } from "./button-fields.tsx";

const [here, elsewhere] = [
  BranchId.parse("019aaaaa-0000-7000-8000-000000000001"),
  BranchId.parse("019aaaaa-0000-7000-8000-000000000002"),
];
const number = (branchID: BranchId, phone: string) =>
  ({ buttonAction: "whatsapp", branchID, areaCode: "+852", phone, lineID: "" }) as const;
const accounts = [number(elsewhere, "61234567"), number(here, "61234568")];

it("leads a WhatsApp button to the branch's number, and offers it again when another one is written", async () => {
  const server = [answers(landingPages.buttonAccounts, accounts)];
  const values = { buttonAction: "whatsapp", branchID: here, areaCode: "+852", phone: "", presetText: "" };
  const unused = { onSubmit: vi.fn(), onDone: vi.fn(), onClose: vi.fn() };
  const { person } = show(
    <DrawerForm open title="Page" schema={z.object({})} initialValues={values} {...unused}>
      <ButtonFields />
    </DrawerForm>,
    { server },
  );
  await screen.findByText("Connected at this branch:");
  await person.click(screen.getByRole("radio", { name: "Form" }));
  await person.click(screen.getByRole("radio", { name: "WhatsApp" }));
  const phone = await screen.findByRole<HTMLInputElement>("textbox", { name: /WhatsApp/ });
  expect(phone.value).toBe("61234568");
  expect(screen.queryByText("Connected at this branch:")).toBeNull();

  await person.clear(phone);
  await person.type(phone, "61234569");
  await screen.findByText(/does not reach this branch/);
  expect(screen.queryByRole("button", { name: /61234567/ })).toBeNull();
  await person.click(screen.getByRole("button", { name: "+852 61234568" }));
  expect(phone.value).toBe("61234568");
  expect(screen.queryByText(/does not reach this branch/)).toBeNull();
});
