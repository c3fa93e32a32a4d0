// Script that shows times in the reader's time zone, today's relative to now ("5 minutes ago"). The exact UTC stays beside each; without a
// script only UTC is shown.

export const momentScript = `
const sinceWords = new Intl.RelativeTimeFormat("en", { numeric: "always" });
const localWords = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
function showMoments() {
  const now = new Date();
  for (const time of document.querySelectorAll("time[data-moment]")) {
    const at = new Date(time.dateTime);
    const seconds = Math.round((at - now) / 1000);
    const isToday = at.toDateString() === now.toDateString();
    const size = Math.abs(seconds);
    time.title = localWords.format(at);
    time.textContent = !isToday ? localWords.format(at)
      : size < 60 ? (seconds > 0 ? "in less than a minute" : "just now")
      : size < 3600 ? sinceWords.format(Math.trunc(seconds / 60), "minute")
      : sinceWords.format(Math.trunc(seconds / 3600), "hour");
    // A reader in UTC has it in words already.
    time.nextElementSibling.hidden = !isToday && at.getTimezoneOffset() === 0;
  }
}
showMoments();
setInterval(showMoments, 30000);
`;
