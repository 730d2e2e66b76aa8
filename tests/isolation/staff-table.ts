/** Two people, one without an e-mail. */
export const staffTable = {
  name: "staff.csv",
  content: new Blob(["暱稱,電郵\n甲,one@table.homeroom.test\n乙,\n"]),
};
