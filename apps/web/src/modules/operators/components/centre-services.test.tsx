// @vitest-environment happy-dom
import { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { type OperatedService, operators } from "@homeroom/contract/operators";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, inTurn, show } from "#ui/for-tests.ts";
import { CentreServices } from "./centre-services.tsx";

const recordID = RecordId.parse("019aaaaa-0000-7000-8000-000000000001");
const organizationID = OrganizationId.parse("019aaaaa-0000-7000-8000-000000000002");
const service: OperatedService = {
  ...{ recordID, organizationID, organizationName: "Bright", type: "leads", amount: 5000, currency: "HKD", version: 3 },
  ...{ text: "", status: "waiting", agreeTime: "2026-11-20T10:00:00Z", startTime: null, endTime: null },
  createTime: "2026-11-20T10:00:00Z",
};
const listOf = (...list: OperatedService[]) =>
  answers(operators.services, { list, total: list.length, pageNum: 1, pageSize: 30 } as never);

const open = (server: ReturnType<typeof answers>[], search = "") =>
  show(<CentreServices />, { perms: ["sys:operator:edit"], server, search, height: 600 });

it("begins a service once, however often the button is pressed", async () => {
  const server = [inTurn(listOf(service), listOf({ ...service, status: "running", version: 4 }))];
  const { sentTo } = open([...server, answers(operators.changeService, null)]);
  const begin = await screen.findByRole("button", { name: /^Begin/ });
  fireEvent.click(begin);
  fireEvent.click(begin);
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Begin/ })).toBeNull());
  expect(sentTo(operators.changeService)).toEqual([{ recordID, organizationID, version: 3, status: "running" }]);
});
