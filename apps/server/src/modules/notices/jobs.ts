import { AccountId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { organizationScope } from "#platform/db/scope";
import { defineJob, handler, type JobHandler, request } from "#platform/jobs/job";
import type { Platform } from "#platform/server-module";
import { mailNotice } from "./actions/mail-notice.ts";
import { noticeMailings } from "./queries/recipients.ts";

const OfNotice = z.object({ organizationId: OrganizationId, noticeId: RecordId });

/** Finds the people who want a notice by mail, and the time. */
export const mailNoticeJob = defineJob("mail-notice", OfNotice);

const mailNoticeToJob = defineJob("mail-notice-to", OfNotice.extend({ accountId: AccountId }));

export function noticeJobs(platform: Platform): readonly JobHandler[] {
  return [
    handler(mailNoticeJob, async (notice) => {
      const mailings = await noticeMailings(platform.db, organizationScope(notice.organizationId), notice.noticeId);
      await platform.enqueue(
        mailings.map(({ accountId, at }) => request(mailNoticeToJob, { ...notice, accountId }, at)),
      );
    }),
    handler(mailNoticeToJob, ({ organizationId, ...to }) =>
      mailNotice(platform, organizationScope(organizationId), to),
    ),
  ];
}
