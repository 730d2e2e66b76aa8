import { get } from "./api.js";
import { h, icon } from "./dom.js";
import { dateTime, t } from "./i18n.js";

export async function drawMails(body) {
  const mails = await get("/mails");
  if (mails.length === 0) return body.replaceChildren(h("p", { class: "hint" }, t("mailEmpty")));
  body.replaceChildren(
    h(
      "ul",
      { class: "mail-list" },
      ...mails.map((mail) =>
        h(
          "li",
          {},
          h(
            "button",
            { type: "button", class: "special", on: { click: () => openMail(body, mail.name) } },
            h("span", { class: "number" }, mail.subject || mail.name),
            h("span", {}, `${mail.to}　${dateTime(mail.at)}`),
          ),
        ),
      ),
    ),
  );
}

async function openMail(body, name) {
  const mail = await get(`/mails/${encodeURIComponent(name)}`);
  const line = (label, value) => value && h("p", { class: "mail-line" }, h("span", {}, label), value);
  // A mail is foreign content: the frame has its own origin and runs no scripts.
  const frame =
    mail.hasHtml &&
    h("iframe", {
      src: `/sandbox/api/mails/${encodeURIComponent(name)}/html`,
      title: t("mailHtml"),
      class: "mail-frame",
      sandbox: "allow-popups",
    });
  body.replaceChildren(
    ...[
      h(
        "button",
        { type: "button", class: "secondary", on: { click: () => drawMails(body) } },
        icon("back"),
        t("mailBack"),
      ),
      h("h3", {}, mail.subject),
      line(t("mailFrom"), mail.from),
      line(t("mailTo"), mail.to),
      line(t("mailAttachments"), mail.attachments.map((one) => one.name).join(", ")),
      frame || h("pre", { class: "mail-text" }, mail.text),
    ].filter(Boolean),
  );
}
