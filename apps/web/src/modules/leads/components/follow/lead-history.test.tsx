// @vitest-environment happy-dom
import { LeadId, RecordId } from "@homeroom/contract/ids";
import { leadActions, leads } from "@homeroom/contract/leads";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import { LeadHistory } from "./lead-history.tsx";

const leadId = LeadId.parse("019aaaaa-0000-7000-8000-000000000001");

it("names the page of an enquiry", async () => {
  const entry = {
    ...{ recordID: RecordId.parse("019aaaaa-0000-7000-8000-000000000002"), leadId, nickname: "何太太" },
    ...{ actionType: leadActions.message, content: "utm_source: facebook", operator: "" },
    ...{ details: { from: "暑期營招生" }, createTime: "2026-11-25T00:00:00Z" },
  };
  const page = { list: [entry], total: 1, nextCursor: null, pageNum: 1, pageSize: 20 };
  show(<LeadHistory leadId={leadId} />, { server: [answers(leads.logs, page)] });
  expect(await screen.findByText("Enquiry from 暑期營招生")).toBeTruthy();
});

it.each([
  ["joined", "Joined a family"],
  ["left", "Left the family"],
])("says that somebody %s a family", async (family, words) => {
  const entry = {
    ...{ recordID: RecordId.parse("019aaaaa-0000-7000-8000-000000000002"), leadId, nickname: "何太太" },
    ...{ actionType: leadActions.edited, content: "", operator: "Amy", details: { family } },
    createTime: "2026-11-25T00:00:00Z",
  };
  const page = { list: [entry], total: 1, nextCursor: null, pageNum: 1, pageSize: 20 };
  show(<LeadHistory leadId={leadId} />, { server: [answers(leads.logs, page)] });
  expect(await screen.findByText(words)).toBeTruthy();
});
