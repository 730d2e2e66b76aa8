import type { FileId } from "@homeroom/contract/ids";
import { createContext } from "react";

/** A picture out of a library: a file of one's own, as if it had been uploaded. */
export interface LibraryPicture {
  fileID: FileId;
  url: string;
  name: string;
}

/** Lets a person choose from the library; null when they leave without one. */
export type OpenLibrary = () => Promise<LibraryPicture | null>;

/** The library from which pictures may be chosen; null where there is none for the reader. */
export const PictureLibrary = createContext<OpenLibrary | null>(null);
