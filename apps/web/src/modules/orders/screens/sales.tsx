import { useAddress } from "#ui/page/use-address.ts";
import { DailyClosing } from "./daily-closing.tsx";
import { OrderList } from "./order-list.tsx";
import { PurchaseList } from "./purchase-list.tsx";
import { TaxInvoiceList } from "./tax-invoice-list.tsx";
import { TransferDesk } from "./transfer-desk.tsx";

const screens = {
  purchases: PurchaseList,
  transfers: TransferDesk,
  closing: DailyClosing,
  invoices: TaxInvoiceList,
} as const;

/** Sales: the orders, the purchases in them, the transfers to check, the closing of a day, and the e-invoices. */
export function Sales() {
  const { search } = useAddress();
  const Screen = screens[search.get("view") as keyof typeof screens] ?? OrderList;
  return <Screen />;
}
