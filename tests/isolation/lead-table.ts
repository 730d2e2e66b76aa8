/** Two leads, one with an invalid number. */
export const leadTable = {
  name: "leads.csv",
  content: new Blob(["暱稱,電話\n甲,+852 61299002\n乙,12\n"]),
};
