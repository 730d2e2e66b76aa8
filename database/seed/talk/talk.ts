/** What one side says: `c` the customer, `s` staff. `{course}` and the like are filled in. */
export type Line = readonly [from: "c" | "s", text: string];

/** Kindergarten, primary school, secondary school. */
export type Stage = "small" | "primary" | "middle";

export type Picture = "paper" | "drawing" | "pool" | "piano" | "timetable";

/** Codes of the default contact results. */
export type ContactResult =
  | "callFollow"
  | "callClose"
  | "unreachableClose"
  | "notConnected"
  | "whatsappNoReply"
  | "whatsappReplied"
  | "invalidNumber";

/** The messages of a region's customers, and a centre's answers. */
export interface Talk {
  /** By the age of the child. */
  courses: Readonly<Record<Stage, readonly string[]>>;
  slots: readonly (readonly [day: string, time: string])[];
  prices: readonly string[];
  /** The opening message; its answer is among `greetings`. */
  openings: readonly string[];
  greetings: readonly string[];
  /** The messages after the question about the grade. */
  grades: readonly string[];
  gradeAnswers: readonly string[];
  /** A question and its answer, in any order; some only for courses with one of these words in their names. */
  questions: readonly (readonly [question: string, answer: string, courses?: readonly string[]])[];
  /** The customer decides. */
  bookings: readonly (readonly Line[])[];
  /** The customer wants to think it over. */
  thoughts: readonly (readonly Line[])[];
  /** Staff ask again; not answered (yet). */
  followUps: readonly string[];
  /** Staff's answers to a customer's picture. */
  pictureAnswers: readonly string[];
  /** Captions of pictures. */
  pictures: Readonly<Record<Picture, Line>>;
  /** Staff's notes on a lead. */
  notes: Readonly<Record<ContactResult, readonly string[]>>;
}
