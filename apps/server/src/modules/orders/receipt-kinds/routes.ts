import { receiptSettings } from "@homeroom/contract/receipt-settings";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { readReceiptSetting, saveReceiptSetting } from "./actions.ts";

export function bindReceiptSettingRoutes(bind: Binder, { db }: Pick<Platform, "db">): void {
  bind(receiptSettings.read, (_request, { actor }) => readReceiptSetting(db, actor));
  bind(receiptSettings.save, (form, { actor }) => saveReceiptSetting(db, actor, form));
}
