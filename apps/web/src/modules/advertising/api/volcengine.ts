import type { RequestInput } from "@homeroom/contract/endpoint";
import { volcengine } from "@homeroom/contract/volcengine";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";

const key = ["advertising", "volcengine"];

/** The organisation's connection with Volcengine. */
export function useVolcengineSetting() {
  return useQuery({
    queryKey: [...key, "setting"],
    queryFn: async ({ signal }) => (await api.call(volcengine.setting, {}, { signal })).resultData,
  });
}

/** Where the person signs in at Volcengine. */
export async function volcengineSignInAddress(): Promise<string> {
  return (await api.call(volcengine.authUrl, {})).resultData.url;
}

/** Writes of the connection; visible data are refetched. */
export function useVolcengineWrites() {
  const client = useQueryClient();
  const renewing = async (call: Promise<unknown>): Promise<void> => {
    await call.finally(() => void client.invalidateQueries({ queryKey: key }));
    await client.invalidateQueries({ queryKey: ["campaigns"] });
  };
  return {
    connect: (form: RequestInput<typeof volcengine.connect>) => renewing(api.call(volcengine.connect, form)),
    reload: () => renewing(api.call(volcengine.reload, {})),
    disconnect: () => renewing(api.call(volcengine.disconnect, {})),
  };
}
