/** Facts of the product that the shell shows; they are not settings. */
export const productName = "Homeroom";
export const productVersion = "2.12.0";
/** The specification's `showSettings`: whether the settings drawer is offered at all. */
export const showSettings = true;
