import type { RequestInput } from "@homeroom/contract/endpoint";
import { type OwnAccount, ownAccount } from "@homeroom/contract/own-account";
import { type SessionRow, sessions } from "@homeroom/contract/sessions";
import { twoStep } from "@homeroom/contract/two-step";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { markPasswordChanged } from "#platform/session.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

const accountKey = ["own-account"];
const twoStepKey = ["own-account", "two-step"];

/** The person's own record. */
export function useOwnAccount() {
  return useQuery({
    queryKey: accountKey,
    queryFn: async ({ signal }): Promise<OwnAccount> => (await api.call(ownAccount.info, {}, { signal })).resultData,
    meta: { page: true },
  });
}

/** Whether the person signs in with a second step. */
export function useTwoStepInfo() {
  return useQuery({
    queryKey: twoStepKey,
    queryFn: async ({ signal }) => (await api.call(twoStep.info, {}, { signal })).resultData,
  });
}

/** The currently saved record, bypassing every cache. */
export async function fetchOwnAccount(): Promise<OwnAccount> {
  return (await api.call(ownAccount.info, {})).resultData;
}

/** Writes of the person's own account; everything about it is refetched. */
export function useOwnAccountWrites() {
  const client = useQueryClient();
  const again = () => client.invalidateQueries({ queryKey: accountKey });
  return {
    async edit(form: RequestInput<typeof ownAccount.edit>, report: FailureReport) {
      await api.call(ownAccount.edit, form, report);
      await again();
    },
    async changePassword(form: RequestInput<typeof ownAccount.modifyPassword>, report: FailureReport) {
      await api.call(ownAccount.modifyPassword, form, report);
      markPasswordChanged();
    },
    async changeEmail(form: RequestInput<typeof ownAccount.changeEmail>, report: FailureReport) {
      await api.call(ownAccount.changeEmail, form, report);
      await again();
    },
    async startTwoStep(form: RequestInput<typeof twoStep.start>, report: FailureReport) {
      return (await api.call(twoStep.start, form, report)).resultData;
    },
    async confirmTwoStep(form: RequestInput<typeof twoStep.confirm>, report: FailureReport) {
      return (await api.call(twoStep.confirm, form, report)).resultData.recoveryCodes;
    },
    async renewCodes(form: RequestInput<typeof twoStep.renewCodes>, report: FailureReport) {
      const { recoveryCodes } = (await api.call(twoStep.renewCodes, form, report)).resultData;
      await again();
      return recoveryCodes;
    },
    async endTwoStep(form: RequestInput<typeof twoStep.end>, report: FailureReport) {
      await api.call(twoStep.end, form, report);
      await again();
    },
    again,
  };
}

/** Sends the code that verifies a new address; returns the seconds until another may be requested. */
export async function sendEmailCode(email: string, report: FailureReport): Promise<number> {
  return (await api.call(ownAccount.sendEmailCode, { email }, report)).resultData.resendSeconds;
}

/** Uploads a picture of the person; it is attached with the next save. */
export async function uploadAvatar(file: File) {
  const { resultData } = await api.call(ownAccount.uploadAvatar, {}, { file: { content: file, name: file.name } });
  return { fileID: resultData.fileID, url: resultData.url };
}

const sessionsKey = ["own-sessions"];

/** Where the person is signed in. */
export function useSessions() {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: async ({ signal }): Promise<SessionRow[]> => (await api.call(sessions.list, {}, { signal })).resultData,
  });
}

/** Signs another browser of the person out. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (recordID: SessionRow["recordID"]) => api.call(sessions.end, { recordID }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  });
}

/** Signs out all other browsers of the person; returns how many there were. */
export function useEndOtherSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await api.call(sessions.endOthers, {})).resultData.ended,
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  });
}
