/** Two leads, one with a number that is none. */
export const leadTable = {
  name: "leads.csv",
  content: new Blob(["暱稱,電話\n甲,+852 61299002\n乙,12\n"]),
};
