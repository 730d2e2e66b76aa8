import type { FileId } from "@homeroom/contract/ids";
import { createContext } from "react";

/** A picture from a library, copied to a file of its own as if it had been uploaded. */
export interface LibraryPicture {
  fileID: FileId;
  url: string;
  name: string;
}

/** Lets a person choose from the library; null if they cancel. */
export type OpenLibrary = () => Promise<LibraryPicture | null>;

/** The library from which pictures may be chosen; null if the person has none. */
export const PictureLibrary = createContext<OpenLibrary | null>(null);
