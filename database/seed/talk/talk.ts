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

/** How people of a region write to a centre and what the centre answers. */
export interface Talk {
  /** By the age of the child. */
  courses: Readonly<Record<Stage, readonly string[]>>;
  slots: readonly (readonly [day: string, time: string])[];
  prices: readonly string[];
  /** How one begins; the answer to it is among `greetings`. */
  openings: readonly string[];
  greetings: readonly string[];
  /** What follows the question for the grade. */
  grades: readonly string[];
  gradeAnswers: readonly string[];
  /** A question and its answer, in any order; some only for courses with one of these words in their names. */
  questions: readonly (readonly [question: string, answer: string, courses?: readonly string[]])[];
  /** Someone decides. */
  bookings: readonly (readonly Line[])[];
  /** Someone wants to think it over. */
  thoughts: readonly (readonly Line[])[];
  /** Staff ask again; not answered (yet). */
  followUps: readonly string[];
  /** What staff say to a customer's picture. */
  pictureAnswers: readonly string[];
  /** What comes with a picture. */
  pictures: Readonly<Record<Picture, Line>>;
  /** Staff's notes on a lead. */
  notes: Readonly<Record<ContactResult, readonly string[]>>;
}
