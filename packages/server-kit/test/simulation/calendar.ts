export const hour = 60 * 60 * 1000;
export const day = 24 * hour;
export const monthDays = 30;
export const monthStart = Date.UTC(2025, 2, 1);
/** The last hour of the month, in hours since the epoch. */
export const lastHour = monthStart / hour + monthDays * 24 - 1;
