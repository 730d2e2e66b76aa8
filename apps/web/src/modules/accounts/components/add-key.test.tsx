// @vitest-environment happy-dom
import { autoLogin } from "@homeroom/contract/auto-login";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, inTurn, show } from "#ui/for-tests.ts";
import { AddKey } from "./add-key.tsx";

const accountID = "019aaaaa-0000-7000-8000-000000000001";
const other = { value: "019aaaaa-0000-7000-8000-000000000002", label: "Bob", email: "bob@school.test" };
const people = (...list: object[]) => answers(autoLogin.accounts, list as never);

it("names the person of the link by name, also where the search does not find them", async () => {
  const user = { accountID, nickname: "Ann" };
  const server = [inTurn(people(other), people()), answers(autoLogin.add, { key: "k", organizationId: "o" } as never)];
  const { person, sentTo } = show(<AddKey onClose={() => undefined} />, { user, server });
  expect(await screen.findByText("Ann")).toBeTruthy();
  const box = screen.getByLabelText("For");
  fireEvent.mouseDown(box);
  fireEvent.click(await screen.findByText("Bob · bob@school.test"));
  fireEvent.change(box, { target: { value: "nobody" } });
  await waitFor(() => expect(sentTo(autoLogin.accounts)).toHaveLength(2));
  fireEvent.blur(box);
  expect(document.querySelector(".ant-select-content")?.textContent).toBe("Bob · bob@school.test");
  await person.click(screen.getByRole("button", { name: "Create" }));
  await waitFor(() => expect(sentTo(autoLogin.add)).toEqual([{ accountID: other.value, validMinutes: 60 }]));
});
