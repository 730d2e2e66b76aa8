// @vitest-environment happy-dom
import { RecordId } from "@homeroom/contract/ids";
import { leads } from "@homeroom/contract/leads";
import { media } from "@homeroom/contract/media";
import { member } from "@homeroom/contract/member";
import type { Permission } from "@homeroom/contract/permissions";
import { targets } from "@homeroom/contract/targets";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { Form, Input } from "antd";
import { expect, it, vi } from "vitest";
import { answers, inTurn, refuses, show } from "#ui/for-tests.ts";
import { RuleBuilder } from "../components/rule-builder.tsx";
import { TargetEditor } from "../components/target-form.tsx";
import { newTargetAddress } from "../rules/new-target-address.ts";
import { TargetList } from "./target-list.tsx";

const recordID = RecordId.parse("019aaaaa-0000-7000-8000-000000000001");
const noLists = answers(targets.list, { list: [], total: 0, nextCursor: null } as never);
const everything: Permission[] = ["bulk:target:add", "bulk:target:edit"];
const counted = (leadCount: number, exact = true) =>
  answers(targets.count, { leadCount, exact, countTime: "2026-11-26T01:00:00Z" } as never);
const around = [
  answers(media.customItems, [] as never),
  answers(media.channels, []),
  answers(member.salesList, []),
  answers(member.tutorList, []),
  answers(member.branchList, []),
  answers(leads.typeList, [] as never),
  answers(leads.list, { list: [], total: 0, nextCursor: null } as never),
];

it("distinguishes having no lists yet from filters without a match", async () => {
  const { person, search } = show(<TargetList />, {
    perms: everything,
    search: "?keywords=x",
    server: [noLists, ...around],
  });
  const clear = await screen.findByRole("button", { name: "Clear filters" });
  await person.click(clear);
  await waitFor(() => expect(search()).toBe(""));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Clear filters" })).toBeNull());
});

it("deletes a list once, however often the button is pressed", async () => {
  const row = { recordID, name: "Summer", canEdit: true, queryRule: {}, names: {}, openStatus: 1, reach: "own" };
  const list = [{ ...row, leadCount: 2, exact: true, creator: "Ann", countTime: "2026-11-26T01:00:00Z" }];
  const one = answers(targets.list, { list, total: 1, nextCursor: null } as never);
  const { sentTo } = show(<TargetList />, {
    perms: ["bulk:target:delete"],
    server: [inTurn(one, noLists), answers(targets.remove, null), ...around],
    height: 600,
  });
  const remove = await screen.findByRole("button", { name: /^Delete/ });
  fireEvent.click(remove);
  fireEvent.click(remove);
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Delete/ })).toBeNull());
  expect(sentTo(targets.remove)).toEqual([{ recordID }]);
});

it("keeps the rule of a new list after a refusal, and sends the rule that came from the filters", async () => {
  const onClose = vi.fn();
  const { person, sentTo } = show(
    <TargetEditor rule={{ keywords: "Amy" }} reload={async () => undefined} onClose={onClose} />,
    {
      perms: everything,
      server: [
        counted(12),
        inTurn(
          refuses(targets.save, "TOO_MANY_REQUESTS"),
          answers(targets.save, { recordID, leadCount: 12, exact: true }),
        ),
        ...around,
      ],
    },
  );
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "Summer" } });
  const save = async () => person.click(await screen.findByRole("button", { name: /^Save/ }));
  await save();
  await screen.findByText(/^Too many attempts/);
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe("Summer");
  screen.getByDisplayValue("Amy");
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sentTo(targets.save)[1]).toMatchObject({ name: "Summer", queryRule: { keywords: "Amy" } });
});

it("sends a rule without conditions as one for everybody, and says so first", async () => {
  const { person, sentTo } = show(<TargetEditor reload={async () => undefined} onClose={vi.fn()} />, {
    perms: everything,
    server: [counted(90), answers(targets.save, { recordID, leadCount: 90, exact: true }), ...around],
  });
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "All" } });
  await person.click(screen.getByRole("button", { name: /^Save/ }));
  await waitFor(() => expect(sentTo(targets.save)).toHaveLength(1));
  expect(sentTo(targets.save)[0]).toMatchObject({ queryRule: { everyone: true } });
});

function Written({ queryRule }: { queryRule: object }) {
  const [form] = Form.useForm();
  const rule: unknown = Form.useWatch("queryRule", form);
  return (
    <Form form={form} initialValues={{ queryRule }}>
      <Form.Item name="queryRule">
        <RuleBuilder names={{}} />
      </Form.Item>
      <Input aria-label="other" />
      <output>{JSON.stringify(rule ?? queryRule)}</output>
    </Form>
  );
}
const rule = () => JSON.parse(screen.getByRole("status").textContent) as object;

it("keeps an emptied condition in its place, and removes it only on request", async () => {
  const { person } = show(<Written queryRule={{ keywords: "Amy" }} />, { server: around });
  fireEvent.change(screen.getByDisplayValue("Amy"), { target: { value: "" } });
  await waitFor(() => expect(rule()).toEqual({}));
  const [place] = screen.getAllByRole("listitem");
  expect(place?.querySelector("input")?.value).toBe("");
  await person.click(screen.getByRole("button", { name: /^Remove/ }));
  expect(screen.queryByRole("listitem")).toBeNull();
});

it("shows a deleted choice as deleted instead of by its id", () => {
  show(<Written queryRule={{ status: [recordID] }} />, { server: around });
  expect(screen.queryByText(recordID)).toBeNull();
  expect(screen.getByRole("listitem").textContent).toContain("deleted");
});

it("names the plan whose recipients a new list was started from", async () => {
  const address = new URL(
    newTargetAddress({ planID: recordID }, { [recordID]: "Open day" }),
    "https://homeroom.example",
  );
  show(<TargetList />, { perms: everything, search: address.search, server: [noLists, counted(12), ...around] });
  await waitFor(() => expect(screen.getAllByText("Recipients of “Open day”")).toHaveLength(2));
});
