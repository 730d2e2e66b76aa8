import type { payments } from "@homeroom/contract/payments";
import { withoutSchemas } from "#platform/plain-call.ts";

export const page = withoutSchemas<typeof payments.page>({
  method: "GET",
  path: "/api_basic/Payment/PayPage",
  body: "query",
  answer: "json",
});

export const start = withoutSchemas<typeof payments.start>({
  method: "POST",
  path: "/api_basic/Payment/StartPayment",
  body: "json",
  answer: "json",
});

export const chooseInvoice = withoutSchemas<typeof payments.chooseInvoice>({
  method: "POST",
  path: "/api_basic/Payment/ChooseInvoice",
  body: "json",
  answer: "json",
});

export const review = withoutSchemas<typeof payments.review>({
  method: "POST",
  path: "/api_basic/Payment/ReviewPayment",
  body: "json",
  answer: "json",
});

export const receipt = withoutSchemas<typeof payments.receipt>({
  method: "GET",
  path: "/api_basic/Payment/PayReceipt",
  body: "query",
  answer: "binary",
});

export const showTransfer = withoutSchemas<typeof payments.showTransfer>({
  method: "POST",
  path: "/api_basic/Payment/ShowTransfer",
  body: "file",
  answer: "json",
});
