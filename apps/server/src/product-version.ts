/** The version label of the specification. */
export const productVersion = "2.12.0";
