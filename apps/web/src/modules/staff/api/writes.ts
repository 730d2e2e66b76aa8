import type { AccountId, FileId } from "@homeroom/contract/ids";
import { type AddStaffForm, type EditStaffForm, staff } from "@homeroom/contract/staff";
import { twoStep } from "@homeroom/contract/two-step";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "#platform/api.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";
import { staffKeys } from "./queries.ts";

/** Uploads a picture; it is attached with the next save. */
export async function uploadAvatar(file: File, recordsn?: AccountId): Promise<{ fileID: FileId; url: string }> {
  const options = { file: { content: file, name: file.name } };
  return (await api.call(staff.uploadAvatar, recordsn ? { recordsn } : {}, options)).resultData;
}

/** Writes of people. Each resolves when the server has done it, and everything visible is refetched. */
export function useStaffWrites() {
  const client = useQueryClient();
  return useMemo(() => {
    const refresh = () => client.invalidateQueries({ queryKey: staffKeys.all });
    return {
      async add(form: AddStaffForm, report: FailureReport) {
        const { resultData } = await api.call(staff.add, form, report);
        void refresh();
        return { ...resultData, account: form.email, name: form.nickname };
      },
      async edit(form: EditStaffForm, report: FailureReport) {
        await api.call(staff.edit, form, report);
        await refresh();
      },
      async setStatus(ids: readonly AccountId[], status: number) {
        // The address of a call has room for a hundred people.
        try {
          for (let from = 0; from < ids.length; from += 100) {
            await api.call(staff.updateStatus, { recordsn: ids.slice(from, from + 100), status });
          }
        } finally {
          // After a refusal too, since earlier batches are already changed.
          await refresh();
        }
      },
      async resetPassword(id: AccountId) {
        const { resultData } = await api.call(staff.resetPassword, { id });
        void refresh();
        return resultData.initialPassword ?? "";
      },
      async resetTwoStep(recordsn: AccountId) {
        await api.call(twoStep.reset, { recordsn });
        await refresh();
      },
      async remove(ids: AccountId[]) {
        await api.call(staff.remove, { ids });
        await refresh();
      },
      async erase(recordsn: AccountId) {
        await api.call(staff.erase, { recordsn });
        await refresh();
      },
    };
  }, [client]);
}
