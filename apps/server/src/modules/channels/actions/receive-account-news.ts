import { changeAccountState, type NoticeHandler } from "#modules/inbox/public";

/** WhatsApp disabled, restricted, warned or reinstated the business account. */
export const receiveAccountNews: NoticeHandler = async (tx, channel, { news }) => {
  if (news?.about === "account") await changeAccountState(tx, channel, news);
};
