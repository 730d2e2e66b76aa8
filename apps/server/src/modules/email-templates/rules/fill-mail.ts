import type { EmailVariable, Mail } from "@homeroom/contract/email-templates";
import { type CompiledMail, escapeHtml } from "./compile-mail.ts";

/** The values of a mail's placeholders for one reader. */
export interface MailPlaces {
  readonly facts: Readonly<Record<EmailVariable, string>>;
  /** The address of a link by its number. */
  link(number: number): string;
  /** The address of the unsubscribe page. */
  readonly unsubscribe: string;
}

const place = /\{\{\s*(nickname|sales|branch|unsubscribe|link\.(\d{1,3}))\s*(?:\|([^{}]*))?\}\}/g;

/** A mail for one reader. An unknown value becomes the text after the bar, or nothing. */
export function fillMail({ subject, html, text }: CompiledMail, places: MailPlaces): Mail {
  const filled = (template: string, write: (value: string) => string) =>
    template.replace(place, (_whole, name: string, number: string | undefined, fallback: string | undefined) => {
      if (number !== undefined) return write(places.link(Number(number)));
      if (name === "unsubscribe") return write(places.unsubscribe);
      // The fallback comes from the template, which is escaped already.
      return write(places.facts[name as EmailVariable]) || (fallback ?? "").trim();
    });
  const asIs = (value: string) => value;
  return {
    subject: filled(subject, asIs).replace(/\s+/g, " ").trim(),
    html: filled(html, escapeHtml),
    text: filled(text, asIs),
  };
}
