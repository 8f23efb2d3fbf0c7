/**
 * Reads an HTTP date (RFC 9110, section 5.6.7) in all three forms that a recipient must accept: the IMF-fixdate of today, and
 * the obsolete ones of RFC 850 and of C's asctime. Returns Unix time in milliseconds, or undefined for anything else.
 *
 * @param nowMs Unix time; a year of two digits is never more than 50 years after it
 */
export function readHttpDate(text: string, nowMs: number): number | undefined {
  for (const form of forms) {
    const fields = form.exec(text)?.groups;
    if (fields) return timeOf(fields, nowMs);
  }
  return undefined;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const month = `(?<month>${months.join('|')})`;
const weekday = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const longWeekday = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';
const time = '(?<hour>\\d{2}):(?<minute>\\d{2}):(?<second>\\d{2})';

const forms = [
  `${weekday}, (?<day>\\d{2}) ${month} (?<year>\\d{4}) ${time} GMT`,
  `${longWeekday}, (?<day>\\d{2})-${month}-(?<year>\\d{2}) ${time} GMT`,
  `${weekday} ${month} (?<day>\\d{2}| \\d) ${time} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`));

function timeOf(fields: Record<string, string>, nowMs: number): number | undefined {
  const { day, month: name = '', year = '', hour, minute, second } = fields;
  const at = (fullYear: number): number | undefined => {
    const midnight = Date.UTC(fullYear, months.indexOf(name), Number(day));
    // The grammar allows 31 February; a leap second it allows with reason.
    if (new Date(midnight).getUTCDate() !== Number(day)) return undefined;
    if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
    return midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1_000;
  };
  if (year.length === 4) return at(Number(year));
  const thisYear = new Date(nowMs).getUTCFullYear();
  const inThisCentury = thisYear - (thisYear % 100) + Number(year);
  const inFiftyYears = new Date(nowMs).setUTCFullYear(thisYear + 50);
  return (at(inThisCentury) ?? 0) > inFiftyYears ? at(inThisCentury - 100) : at(inThisCentury);
}
