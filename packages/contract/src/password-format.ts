/** 6 to 20 letters and digits; a mixture is advised but not required. */
export const passwordFormat = /^[A-Za-z0-9]{6,20}$/;
