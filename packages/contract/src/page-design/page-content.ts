import type { FileId } from "../ids.ts";
import type { Language } from "../language.ts";
import type { Section } from "./sections.ts";
import type { ThemeName } from "./themes.ts";

export interface ShownPicture {
  url: string;
  width: number;
  height: number;
  /** The widths in which it exists: each is at the address of the picture, a slash and the width. */
  widths?: readonly number[];
}

/** Everything that determines what visitors see. */
export interface PageContent {
  name: string;
  theme: ThemeName;
  language: Language;
  sections: readonly Section[];
  /** What a button opens; `form` goes to the page's own form. */
  buttonAction: "whatsapp" | "line" | "form" | "url";
  title: string;
  description: string;
  /** What a visitor agrees to by sending the form; empty: nothing is shown. */
  consentText: string;
}

/** Where a page is served and what it loads. */
export interface PageSurroundings {
  /** The page's whole address; empty in the editor. */
  url: string;
  /** The path under which clicks and forms are sent; empty in the editor, where nothing is sent. */
  path: string;
  /** The number of the published version; clicks and forms report which one the visitor saw. */
  version: number;
  pictures: ReadonlyMap<FileId, ShownPicture>;
  /** The address of the script of pages; empty: none. */
  script: string;
  sharePicture: ShownPicture | null;
  icon: ShownPicture | null;
  /** Inserted into the published page unchanged. */
  trackingCode: string;
  /** Marks what can be edited in place. */
  editing: boolean;
}
