export { sendTestMail } from "./api.ts";
export { EmailTemplateList } from "./components/email-template-list.tsx";
export { MailPreview } from "./components/mail-preview.tsx";
export { contentOf as emailContentOf } from "./rules/email-form.ts";
