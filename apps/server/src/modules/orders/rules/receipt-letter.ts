import type { Language, Texts } from "@homeroom/contract/language";
import type { ReceiptKind } from "@homeroom/contract/order-words";
import type { Letter } from "#platform/mail/carrier";
import { mailHtml, mailText } from "#platform/mail/layout";

interface MailedReceipt {
  language: Language;
  kind: ReceiptKind;
  number: string;
  organization: string;
  recipient: string;
  pdf: Buffer;
}

const texts = (tw: string, cn: string, en: string): Texts => ({ "zh-tw": tw, "zh-cn": cn, en });

const subjects: Record<ReceiptKind, Texts> = {
  receipt: texts("收據", "收据", "Receipt"),
  creditNote: texts("退款單", "退款单", "Credit note"),
};
const greetings: Record<ReceiptKind, Texts> = {
  receipt: texts(
    "感謝您的付款，收據請見附件。",
    "感谢您的付款，收据请见附件。",
    "Thank you for your payment. The receipt is attached.",
  ),
  creditNote: texts(
    "款項已退回，退款單請見附件。",
    "款项已退回，退款单请见附件。",
    "Your money was returned. The credit note is attached.",
  ),
};

/** The mail that brings a receipt or credit note, in the organisation's name. */
export function receiptLetter({ language, kind, number, organization, recipient, pdf }: MailedReceipt): Letter {
  const subject = `${organization} ${subjects[kind][language]} ${number}`.trim();
  const content = { language, subject, paragraphs: [greetings[kind][language]], sender: organization };
  return {
    recipient,
    subject,
    text: mailText(content),
    html: mailHtml(content),
    attachments: [{ filename: `${number}.pdf`, contentType: "application/pdf", content: pdf }],
  };
}
