import { RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";

/** The id of a row that is still to be made. */
export function newId(): RecordId {
  return RecordId.parse(v7());
}
