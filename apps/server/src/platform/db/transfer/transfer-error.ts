/** An organisation's data cannot be moved. Its message is one line that an operator can act on. */
export class TransferError extends Error {
  override name = "TransferError";
}
