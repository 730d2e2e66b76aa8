import { z } from "zod";
import { RecordId } from "./ids.ts";

/** `yyyyMMdd` and eight digits: what people call an order. */
export const OrderNumber = z.string().regex(/^\d{16}$/);

/** An order by its number, or by its id. */
export const OrderName = z.union([OrderNumber, RecordId]);

/** Callers name an order by `recordID` too, like every record. Beside an `orderID`, `recordID` is what the call says it is. */
export const orderAlsoNamed = { recordID: "orderID" } as const;
