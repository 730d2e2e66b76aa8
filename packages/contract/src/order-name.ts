import { z } from "zod";
import { RecordId } from "./ids.ts";

/** `yyyyMMdd` and eight digits: the order number that people use. */
export const OrderNumber = z.string().regex(/^\d{16}$/);

/** An order by its number, or by its id. */
export const OrderName = z.union([OrderNumber, RecordId]);

/**
 * Callers may also name an order by `recordID`, like every record. Next to an `orderID`, `recordID` has the meaning that the
 * call gives it.
 */
export const orderAlsoNamed = { recordID: "orderID" } as const;
