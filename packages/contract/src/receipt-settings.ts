import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/**
 * The kinds of receipt: a plain one, or the formal one that Hong Kong's law wants of registered schools with courses outside
 * of the formal curriculum (Cap. 279F, schedule 1, part 2).
 */
export const receiptFormKinds = ["receipt", "hkSchool"] as const;
export type ReceiptFormKind = (typeof receiptFormKinds)[number];

const text = (max: number) => z.string().trim().max(max);

const settingFields = {
  kind: z.enum(receiptFormKinds),
  /** As they are registered. */
  schoolName: text(200),
  schoolNumber: text(50),
  venue: text(300),
  supervisor: text(100),
};

const ReceiptSettingForm = z
  .object({ ...settingFields, version: z.number().int().min(0) })
  .superRefine((form, context) => {
    if (form.kind !== "hkSchool") return;
    for (const field of ["schoolName", "venue", "supervisor"] as const)
      if (form[field] === "") context.addIssue({ code: "custom", message: "FIELD_INVALID", path: [field] });
  });
export type ReceiptSettingForm = z.infer<typeof ReceiptSettingForm>;

const ReceiptSetting = z.object({ ...settingFields, version: z.number().int() });
export type ReceiptSetting = z.infer<typeof ReceiptSetting>;

export const receiptSettings = {
  read: endpoint("GET /api_users/Member/ReceiptSetting", {
    summary: "Which kind of receipt the organisation gives, and what stands on a formal one.",
    access: "org:pay:query",
    request: z.object({}),
    response: ReceiptSetting,
  }),
  save: endpoint("POST /api_users/Member/UpdateReceiptSetting", {
    summary:
      "Chooses the kind of receipt. Receipts that were given stay as they are. Saved as it is already, nothing changes.",
    access: "org:pay:edit",
    request: ReceiptSettingForm,
    response: z.null(),
    errors: ["STALE_DATA"],
  }),
};
