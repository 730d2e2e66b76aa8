// @vitest-environment happy-dom
import { RecordId } from "@homeroom/contract/ids";
import { type ImportTask, imports } from "@homeroom/contract/imports";
import { screen } from "@testing-library/react";
import { expect, it, onTestFinished } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import { LeadImport } from "./lead-import.tsx";

const taskID = RecordId.parse("019aaaaa-0000-7000-8000-000000000901");

it("opens an import that continues in the background", async () => {
  sessionStorage.setItem("homeroom.import.lead", taskID);
  onTestFinished(() => sessionStorage.removeItem("homeroom.import.lead"));
  const task = {
    ...{ taskID, kind: "lead", fileName: "leads.csv", state: "running", dryRun: false, total: 200, processed: 70 },
    ...{ createdCount: 70, updatedCount: 0, skippedCount: 0, validCount: 70, invalidCount: 0, messageList: [] },
    ...{ errors: [], canUndo: false, undoneCount: 0, kept: [], remarkCount: 0, remarks: [] },
  } as Partial<ImportTask> as never;
  const { person, search } = show(<LeadImport />, {
    perms: ["crm:lead:import"],
    server: [answers(imports.task, task)],
  });
  await person.click(await screen.findByRole("button", { name: /35/ }));
  await expect.poll(search).toBe(`?import=task-${taskID}`);
});
