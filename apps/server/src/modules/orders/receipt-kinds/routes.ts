import { receiptSettings } from "@homeroom/contract/receipt-settings";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import type { InvoiceIssuer } from "../port.ts";
import { readReceiptSetting, saveReceiptSetting } from "./actions.ts";

export function bindReceiptSettingRoutes(bind: Binder, platform: Platform, issuer: InvoiceIssuer | null): void {
  bind(receiptSettings.read, (_request, { actor }) => readReceiptSetting(platform.db, actor));
  bind(receiptSettings.save, (form, { actor }) => saveReceiptSetting(platform, issuer, { actor, form }));
}
