import type { RequestInput } from "@homeroom/contract/endpoint";
import { noticeLevels, type notices, noticeTypes } from "@homeroom/contract/notices";

export type NoticeListRequest = Omit<RequestInput<typeof notices.page>, "cursor" | "pageNum" | "pageSize">;

const states = ["0", "1", "-1"];

/** The filters of the address as a request. Invalid values are ignored. */
export function listRequest(values: Readonly<Record<string, readonly string[]>>): NoticeListRequest {
  const keywords = values.keywords?.[0]?.trim().slice(0, 100);
  const publishStatus = values.publishStatus?.filter((one) => states.includes(one)).map(Number);
  const type = noticeTypes.filter((one) => values.type?.includes(one));
  const level = noticeLevels.filter((one) => values.level?.includes(one));
  return {
    ...(keywords && { keywords }),
    ...(publishStatus?.length && { publishStatus }),
    ...(type.length > 0 && { type }),
    ...(level.length > 0 && { level }),
  };
}
