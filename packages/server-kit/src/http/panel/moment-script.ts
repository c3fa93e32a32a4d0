// Script that shows times in the reader's time zone, today's relative to now ("5 minutes ago"). The exact UTC stays beside each; without a
// script only UTC is shown.

export const momentScript = `
const relativeFormat = new Intl.RelativeTimeFormat("en", { numeric: "always" });
const localFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
function showMoments() {
  const now = new Date();
  for (const time of document.querySelectorAll("time[data-moment]")) {
    const at = new Date(time.dateTime);
    const seconds = Math.round((at - now) / 1000);
    const isToday = at.toDateString() === now.toDateString();
    const size = Math.abs(seconds);
    time.title = localFormat.format(at);
    time.textContent = !isToday ? localFormat.format(at)
      : size < 60 ? (seconds > 0 ? "in less than a minute" : "just now")
      : size < 3600 ? relativeFormat.format(Math.trunc(seconds / 60), "minute")
      : relativeFormat.format(Math.trunc(seconds / 3600), "hour");
    // In UTC the local time already is the exact one.
    time.nextElementSibling.hidden = !isToday && at.getTimezoneOffset() === 0;
  }
}
showMoments();
setInterval(showMoments, 30000);
`;
