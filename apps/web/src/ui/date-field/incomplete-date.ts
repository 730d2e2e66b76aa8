/** The value of a date field whose text is not a date yet. No schema accepts it, so it is never saved as an empty date. */
export const incompleteDate = "incomplete";
