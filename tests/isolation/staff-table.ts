/** Two people, one without an e-mail, with a column of amounts that only an import of products reads. */
export const staffTable = {
  name: "staff.csv",
  content: new Blob(["暱稱,電郵,價格\n甲,one@table.homeroom.test,100\n乙,,\n"]),
};
