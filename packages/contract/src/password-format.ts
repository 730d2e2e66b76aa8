/** 6 to 20 letters and digits; that both occur is advised, not asked for. */
export const passwordFormat = /^[A-Za-z0-9]{6,20}$/;
