import type { FileId } from "@homeroom/contract/ids";
import type { PageInfo, PagePicture } from "@homeroom/contract/landing-pages";
import { renderPage } from "@homeroom/contract/page-design/render-page";
import type { Section } from "@homeroom/contract/page-design/sections";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import { laid } from "#ui/laid.ts";

export const devices = { phone: 390, tablet: 768, desktop: null } as const;
export type Device = keyof typeof devices;

interface PageCanvasProps {
  page: PageInfo;
  sections: Section[];
  pictures: readonly PagePicture[];
  device: Device;
  chosen: string | null;
  onChoose: (id: string) => void;
  /** Called when a text was edited in place; null if read-only. */
  onType: ((change: { id: string; path: string; value: string }) => void) | null;
}

/** The page as visitors would see it. Nothing in it can run: its policy blocks scripts and external content. */
export function PageCanvas(props: PageCanvasProps) {
  const { page, sections, pictures, device, chosen } = props;
  const { t } = useTranslation("landingPages");
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState<Document | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (ready) draw(ready, htmlOf(page, sections, pictures));
  }, [ready, page, sections, pictures]);
  useEffect(() => {
    if (ready) mark(ready, chosen);
  }, [ready, chosen, sections]);
  useEffect(() => {
    if (ready && chosen) reveal(ready, chosen);
  }, [ready, chosen]);

  const handleLoad = () => {
    const inside = frame.current?.contentDocument;
    if (!inside) return;
    listen(inside, () => latest.current);
    setReady(inside);
  };
  const width = devices[device];
  return (
    <div className={laid("gridBox sunkenGround shrinkable scroll")}>
      <iframe
        ref={frame}
        className={laid("wide marginAuto noBorder tall whiteGround")}
        style={width === null ? undefined : { maxWidth: width }}
        title={t("preview")}
        srcDoc={shell}
        onLoad={handleLoad}
      />
    </div>
  );
}

const policy = "default-src 'none'; img-src 'self' data: blob:; style-src 'unsafe-inline'";
const marks = `[data-section]{cursor:pointer}[data-section]:hover{outline:2px dashed #409eff;outline-offset:-2px}[data-chosen]{outline:3px solid #409eff;outline-offset:-3px}[data-field]{min-width:1em}[data-field]:focus{outline:2px solid #409eff;outline-offset:2px}[data-field]:empty::before{content:"\\2026";opacity:.5}`;
const shell = `<!doctype html><html><head><meta http-equiv="Content-Security-Policy" content="${policy}"><style data-own>${marks}</style></head><body></body></html>`;

function htmlOf(page: PageInfo, sections: Section[], pictures: readonly PagePicture[]): string {
  const { name, theme, language, buttonAction, title, description, consentText } = page;
  return renderPage(
    { name, theme, language, buttonAction, title, description, consentText, sections },
    {
      url: "",
      path: "",
      version: 0,
      pictures: new Map<FileId, PagePicture>(pictures.map((picture) => [picture.fileID, picture])),
      script: "",
      sharePicture: null,
      icon: null,
      trackingCode: "",
      editing: true,
    },
  );
}

/** Updates the page in the frame without reloading, so that it keeps its scroll position. A text being edited stays. */
function draw(inside: Document, html: string): void {
  if (inside.activeElement?.matches("[data-field]")) return;
  const drawn = new DOMParser().parseFromString(html, "text/html");
  inside.documentElement.lang = drawn.documentElement.lang;
  for (const old of inside.head.querySelectorAll("style:not([data-own])")) old.remove();
  for (const sheet of drawn.head.querySelectorAll("style")) inside.head.prepend(inside.importNode(sheet, true));
  inside.body.replaceChildren(...[...drawn.body.childNodes].map((node) => inside.importNode(node, true)));
}

function mark(inside: Document, chosen: string | null): void {
  for (const section of inside.querySelectorAll<HTMLElement>("[data-section]")) {
    section.toggleAttribute("data-chosen", section.dataset.section === chosen);
  }
}

/** Scrolls a section that was chosen elsewhere into view; a visible one stays in place. */
function reveal(inside: Document, chosen: string): void {
  const section = inside.querySelector(`[data-section="${chosen}"]`);
  if (!section) return;
  const { top, bottom } = section.getBoundingClientRect();
  const margin = 80;
  if (bottom < margin || top > inside.documentElement.clientHeight - margin) section.scrollIntoView({ block: "start" });
}

function listen(inside: Document, props: () => PageCanvasProps): void {
  inside.addEventListener("click", (event) => {
    event.preventDefault();
    const target = event.target as Element;
    const section = target.closest<HTMLElement>("[data-section]")?.dataset.section;
    if (section) props().onChoose(section);
    const field = target.closest<HTMLElement>("[data-field]");
    if (field && props().onType) beginTyping(field, props);
  });
  inside.addEventListener("submit", (event) => event.preventDefault());
}

/** Edits a text in place. Enter and blur keep the change, Escape discards it. */
function beginTyping(field: HTMLElement, props: () => PageCanvasProps): void {
  if (field.isContentEditable) return;
  const before = field.textContent;
  field.contentEditable = "plaintext-only";
  field.focus();
  const end = (keeps: boolean) => {
    field.removeEventListener("blur", leave);
    field.removeEventListener("keydown", press);
    field.contentEditable = "false";
    const value = field.textContent.replaceAll(/\s+/g, " ").trim();
    if (!keeps || value === before) {
      field.textContent = before;
      return;
    }
    const [id = "", ...path] = (field.dataset.field ?? "").split(".");
    props().onType?.({ id, path: path.join("."), value });
  };
  const leave = () => end(true);
  const press = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === "Enter") event.preventDefault();
    if (event.key === "Enter" || event.key === "Escape") {
      end(event.key === "Enter");
      field.blur();
    }
  };
  field.addEventListener("blur", leave);
  field.addEventListener("keydown", press);
}
