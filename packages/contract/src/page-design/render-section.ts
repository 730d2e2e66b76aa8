import type { FileId } from "../ids.ts";
import { html, type Markup, richText } from "./markup.ts";
import type { PageContent, PageSurroundings } from "./page-content.ts";
import { askedFields, type FormField, lacksForm, type Section, type SectionOf, type SectionType } from "./sections.ts";
import { themes } from "./themes.ts";
import { type PageWords, pageWords } from "./words.ts";

/** The context in which every section is drawn. */
interface Drawing {
  content: PageContent;
  around: PageSurroundings;
  words: PageWords;
  /** The first section with a title has the page's only h1. */
  isFirst: boolean;
}

type Draw<Type extends SectionType> = (section: SectionOf<Type>, drawing: Drawing) => Markup;

/** Draws one section of a page. */
export function renderSection(section: Section, { content, around, isFirst }: Omit<Drawing, "words">): Markup {
  const draw = drawings[section.type] as Draw<SectionType>;
  return draw(section, { content, around, isFirst, words: pageWords[content.language] });
}

const drawings: { [Type in SectionType]: Draw<Type> } = {
  hero: (section, drawing) => {
    const picture = pictureOf(section.picture, drawing, {
      eager: true,
      sizes: sizes[themes[drawing.content.theme].hero],
    });
    const words = html`<div>${drawing.isFirst ? html`<h1${edit(section, "title", drawing)}>${section.title}</h1>` : heading(section, drawing)}<p class="lead"${edit(section, "subtitle", drawing)}>${section.subtitle}</p>${press(section, "button", drawing)}</div>`;
    const covers = picture !== null && themes[drawing.content.theme].hero === "cover";
    const plain = picture === null ? "hero solo" : "hero";
    return part(section, drawing, {
      className: covers ? "hero pic" : plain,
      body: covers ? html`${picture}<div class="in">${words}</div>` : html`<div class="in">${words}${picture}</div>`,
      bare: true,
    });
  },
  offer: (section, drawing) =>
    part(section, drawing, {
      className: "centre",
      body: html`${heading(section, drawing)}${priceOf(section, drawing)}${richText(section.detail)}${press(section, "button", drawing)}`,
    }),
  text: (section, drawing) =>
    part(section, drawing, { slim: true, body: html`${heading(section, drawing)}${richText(section.body)}` }),
  picture: (section, drawing) =>
    part(section, drawing, {
      body: html`<figure>${pictureOf(section.picture, drawing, { sizes: sizes.whole })}${section.caption !== "" && html`<figcaption${edit(section, "caption", drawing)}>${section.caption}</figcaption>`}</figure>`,
    }),
  gallery: (section, drawing) =>
    part(section, drawing, {
      body: html`${heading(section, drawing)}<div class="grid">${section.pictures.map((id) => pictureOf(id, drawing))}</div>`,
    }),
  teachers: (section, drawing) =>
    part(section, drawing, {
      body: html`${heading(section, drawing)}<ul class="cards">${section.items.map(
        (item, index) =>
          html`<li class="card">${pictureOf(item.picture, drawing, { alt: item.name })}<h3${edit(section, `items.${index}.name`, drawing)}>${item.name}</h3><p class="quiet"${edit(section, `items.${index}.role`, drawing)}>${item.role}</p>${richText(item.detail)}</li>`,
      )}</ul>`,
    }),
  timetable: (section, drawing) =>
    part(section, drawing, {
      body: html`${heading(section, drawing)}<table class="stack"><tbody>${section.items.map(
        ({ day, time, course, place }, index) =>
          html`<tr><td${edit(section, `items.${index}.day`, drawing)}>${day}</td><td${edit(section, `items.${index}.time`, drawing)}>${time}</td><td><strong${edit(section, `items.${index}.course`, drawing)}>${course}</strong></td><td class="quiet"${edit(section, `items.${index}.place`, drawing)}>${place}</td></tr>`,
      )}</tbody></table>`,
    }),
  prices: (section, drawing) =>
    part(section, drawing, {
      slim: true,
      body: html`${heading(section, drawing)}<table><tbody>${section.items.map(
        (item, index) =>
          html`<tr><td><strong${edit(section, `items.${index}.name`, drawing)}>${item.name}</strong>${item.detail !== "" && html`<div class="quiet">${richText(item.detail)}</div>`}</td><td class="end"${edit(section, `items.${index}.price`, drawing)}>${item.price}</td></tr>`,
      )}</tbody></table>`,
    }),
  questions: (section, drawing) =>
    part(section, drawing, {
      slim: true,
      body: html`${heading(section, drawing)}${section.items.map(
        (item, index) =>
          html`<details${drawing.around.editing && html` open`}><summary${edit(section, `items.${index}.question`, drawing)}>${item.question}</summary>${richText(item.answer)}</details>`,
      )}`,
    }),
  map: (section, drawing) =>
    part(section, drawing, {
      slim: true,
      body: html`${heading(section, drawing)}<p${edit(section, "address", drawing)}>${section.address}</p>${richText(section.detail)}${section.address !== "" && html`<p><a href="https://www.google.com/maps/search/?api=1&amp;query=${encodeURIComponent(section.address)}" target="_blank" rel="noopener noreferrer">${drawing.words.openMap}</a></p>`}`,
    }),
  testimonials: (section, drawing) =>
    part(section, drawing, {
      body: html`${heading(section, drawing)}<ul class="cards">${section.items.map(
        (item, index) =>
          html`<li class="card"><blockquote>${richText(item.words)}</blockquote><p class="quiet"${edit(section, `items.${index}.name`, drawing)}>${item.name}</p></li>`,
      )}</ul>`,
    }),
  countdown: (section, drawing) =>
    part(section, drawing, {
      className: "centre",
      body: html`${heading(section, drawing)}${section.until && clock(section.until, drawing.words)}${section.after !== "" && html`<p class="lead" data-after${!drawing.around.editing && section.until && html` hidden`}>${section.after}</p>`}`,
    }),
  form: (section, drawing) =>
    part(section, drawing, {
      slim: true,
      body: html`${heading(section, drawing)}${richText(section.detail)}${formOf(section, drawing)}`,
    }),
  button: (section, drawing) =>
    part(section, drawing, {
      className: "centre",
      body: html`${press(section, "label", drawing)}<p class="quiet"${edit(section, "detail", drawing)}>${section.detail}</p>`,
    }),
};

interface PartOf {
  className?: string;
  slim?: boolean;
  /** The body has its own frame. */
  bare?: boolean;
  body: Markup;
}

function part(section: Section, { around }: Drawing, { className = "", slim, bare, body }: PartOf): Markup {
  const mark = around.editing && html` data-section="${section.id}" tabindex="-1"`;
  const frame = bare ? body : html`<div class="${slim ? "in slim" : "in"}">${body}</div>`;
  return html`<section id="${section.id}"${className !== "" && html` class="${className}"`}${mark}>${frame}</section>`;
}

/** Marks a text that can be typed into in the editor. */
function edit(section: Section, path: string, { around }: Drawing): Markup | false {
  return around.editing && html` data-field="${section.id}.${path}"`;
}

function heading(section: Section & { title: string }, drawing: Drawing): Markup | false {
  if (section.title === "" && !drawing.around.editing) return false;
  return drawing.isFirst
    ? html`<h1${edit(section, "title", drawing)}>${section.title}</h1>`
    : html`<h2${edit(section, "title", drawing)}>${section.title}</h2>`;
}

function pictureOf(
  id: FileId | null,
  { around }: Drawing,
  { eager = false, alt = "", sizes: shownAt = sizes.part }: { eager?: boolean; alt?: string; sizes?: string } = {},
): Markup | null {
  const shown = id && around.pictures.get(id);
  if (!shown) return null;
  const loading = eager ? html` fetchpriority="high"` : html` loading="lazy"`;
  const drawn = shown.widths?.map((width) => `${shown.url}/${width} ${width}w`).join(", ");
  const widths = drawn && html` srcset="${drawn}" sizes="${shownAt}"`;
  return html`<img src="${shown.url}"${widths} alt="${alt}" width="${shown.width}" height="${shown.height}"${loading}>`;
}

/** How wide pictures are shown, by the rules of page-styles.ts. On a phone a cover is cropped to a square. */
const sizes = {
  split: "(max-width: 820px) calc(100vw - 32px), 500px",
  cover: "(max-width: 820px) 130vw, 100vw",
  centre: "(max-width: 860px) calc(100vw - 32px), 820px",
  whole: "(max-width: 1080px) calc(100vw - 32px), 1040px",
  part: "(max-width: 500px) calc(100vw - 32px), 340px",
};

function priceOf(section: SectionOf<"offer">, drawing: Drawing): Markup | false {
  const { price, usualPrice } = section;
  if (price === "" && usualPrice === "") return false;
  const usual = usualPrice !== "" && html`<s class="usual"${edit(section, "usualPrice", drawing)}>${usualPrice}</s>`;
  return html`<p><span class="price"${edit(section, "price", drawing)}>${price}</span>${usual}</p>`;
}

/**
 * The button of a section: to the form below, or to where the page's button leads. Visitors do not see a button that leads
 * nowhere.
 */
function press(section: Section, key: "button" | "label", drawing: Drawing): Markup | false {
  const { content, around, words } = drawing;
  if (lacksForm(content) && !around.editing) return false;
  const label = (section as unknown as Record<string, string>)[key] || words.contact;
  const form = content.sections.find(({ type }) => type === "form");
  const mark = edit(section, key, drawing);
  if (content.buttonAction === "form") return html`<a class="press" href="#${form?.id ?? ""}"${mark}>${label}</a>`;
  if (around.editing) return html`<a class="press"${mark}>${label}</a>`;
  const address = html`${around.path}/go?from=${section.id}&v=${around.version}`;
  return html`<a class="press" data-go href="${address}" rel="nofollow" target="_blank">${label}</a>`;
}

function clock(until: string, words: PageWords): Markup {
  const parts = (["days", "hours", "minutes", "seconds"] as const).map(
    (name) => html`<li><b data-part="${name}">--</b>${words[name]}</li>`,
  );
  return html`<ul class="clock" data-until="${until}">${parts}</ul>`;
}

function formOf(section: SectionOf<"form">, { content, around, words }: Drawing): Markup {
  const asked = askedFields(section.fields).map((field) => inputOf(field, { words, section }));
  const label = section.button || words.send;
  const thanks = section.thanks || words.thanks;
  const send = around.editing
    ? html`<span class="press">${label}</span>`
    : html`<button class="press" data-busy="${words.sending}">${label}</button>`;
  return html`<form method="post" action="${around.path}/send" data-send data-thanks="${thanks}" data-failed="${words.failed}" data-waiting="${words.waiting}"><input type="hidden" name="form" value="${section.id}"><input type="hidden" name="v" value="${around.version}"><div class="trap" aria-hidden="true"><label>Website<input name="website" tabindex="-1" autocomplete="off"></label></div>${asked}${content.consentText !== "" && html`<p class="note">${content.consentText}</p>`}${send}</form>`;
}

const inputFacts: Readonly<Record<FormField, { type: string; autocomplete: string; max: number }>> = {
  name: { type: "text", autocomplete: "name", max: 64 },
  phone: { type: "tel", autocomplete: "tel", max: 40 },
  email: { type: "email", autocomplete: "email", max: 128 },
  child: { type: "text", autocomplete: "off", max: 64 },
  age: { type: "text", autocomplete: "off", max: 20 },
  message: { type: "text", autocomplete: "off", max: 1000 },
};

function inputOf(field: FormField, { words, section }: { words: PageWords; section: SectionOf<"form"> }): Markup {
  const { type, autocomplete, max } = inputFacts[field];
  const required = field === "name" || field === "phone" || (field === "email" && !section.fields.includes("phone"));
  const mark = required && html` required`;
  const input =
    field === "message"
      ? html`<textarea name="message" maxlength="${max}"></textarea>`
      : html`<input name="${field}" type="${type}" autocomplete="${autocomplete}" maxlength="${max}"${mark}>`;
  return html`<label>${words.fields[field]}${input}</label>`;
}
