/**
 * The states, provinces and prefectures of the countries whose addresses name one, and which of them a postal code lies in.
 * Codes are those of ISO 3166-2 without the country, as the postal services print them; Japan's are written out in letters.
 */

export interface Region {
  /** As it is kept and printed on the parcel. */
  readonly code: string;
  readonly name: string;
}

/** "AL Alabama, AK Alaska" as a list. */
function coded(list: string): readonly Region[] {
  return list.split(', ').map((entry) => {
    const [code = '', ...name] = entry.split(' ');
    return { code, name: name.join(' ') };
  });
}

const states =
  'AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE Delaware, DC District of Columbia, ' +
  'FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS Kansas, KY Kentucky, LA Louisiana, ME Maine, ' +
  'MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi, MO Missouri, MT Montana, NE Nebraska, NV Nevada, ' +
  'NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York, NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon, ' +
  'PA Pennsylvania, RI Rhode Island, SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont, VA Virginia, ' +
  'WA Washington, WV West Virginia, WI Wisconsin, WY Wyoming, AS American Samoa, GU Guam, MP Northern Mariana Islands, PR Puerto Rico, ' +
  'VI U.S. Virgin Islands, AA Armed Forces Americas, AE Armed Forces Europe, AP Armed Forces Pacific';

const provinces =
  'AB Alberta, BC British Columbia, MB Manitoba, NB New Brunswick, NL Newfoundland and Labrador, NS Nova Scotia, ' +
  'NT Northwest Territories, NU Nunavut, ON Ontario, PE Prince Edward Island, QC Quebec, SK Saskatchewan, YT Yukon';

const statesOfAustralia =
  'ACT Australian Capital Territory, NSW New South Wales, NT Northern Territory, QLD Queensland, SA South Australia, TAS Tasmania, ' +
  'VIC Victoria, WA Western Australia';

const prefectures =
  'Hokkaido Aomori Iwate Miyagi Akita Yamagata Fukushima Ibaraki Tochigi Gunma Saitama Chiba Tokyo Kanagawa Niigata Toyama Ishikawa ' +
  'Fukui Yamanashi Nagano Gifu Shizuoka Aichi Mie Shiga Kyoto Osaka Hyogo Nara Wakayama Tottori Shimane Okayama Hiroshima Yamaguchi ' +
  'Tokushima Kagawa Ehime Kochi Fukuoka Saga Nagasaki Kumamoto Oita Miyazaki Kagoshima Okinawa';

export const regions = {
  US: coded(states),
  CA: coded(provinces),
  AU: coded(statesOfAustralia),
  JP: prefectures.split(' ').map((name): Region => ({ code: name, name })),
} as const;

/**
 * The first postal code of each stretch and the region that it lies in, in order; a stretch ends where the next one begins
 * (USPS Labeling List L002, Canada Post's first letters, Australia Post's ranges). Stretches that two regions share are given to
 * the larger one: it is a suggestion, which the shopper can change.
 */
const stretches: Readonly<Record<string, string>> = {
  US:
    '005 NY, 006 PR, 008 VI, 009 PR, 010 MA, 028 RI, 030 NH, 039 ME, 050 VT, 055 MA, 056 VT, 060 CT, 070 NJ, 090 AE, 100 NY, 150 PA, ' +
    '197 DE, 200 DC, 201 VA, 202 DC, 206 MD, 220 VA, 247 WV, 270 NC, 290 SC, 300 GA, 320 FL, 340 AA, 341 FL, 350 AL, 370 TN, 386 MS, ' +
    '398 GA, 400 KY, 430 OH, 460 IN, 480 MI, 500 IA, 530 WI, 550 MN, 569 DC, 570 SD, 580 ND, 590 MT, 600 IL, 630 MO, 660 KS, 680 NE, ' +
    '700 LA, 716 AR, 730 OK, 733 TX, 734 OK, 750 TX, 800 CO, 820 WY, 832 ID, 840 UT, 850 AZ, 870 NM, 885 TX, 889 NV, 900 CA, 962 AP, ' +
    '967 HI, 969 GU, 970 OR, 980 WA, 995 AK',
  CA: 'A NL, B NS, C PE, E NB, G QC, K ON, R MB, S SK, T AB, V BC, X NT, X0A NU, X0E NT, Y YT',
  AU:
    '0200 ACT, 0800 NT, 1000 NSW, 2600 ACT, 2619 NSW, 2900 ACT, 2921 NSW, 3000 VIC, 4000 QLD, 5000 SA, 6000 WA, 7000 TAS, 8000 VIC, ' +
    '9000 QLD',
};

/** The code of the region that a postal code lies in, as far as it says so; null where it does not. */
export function regionOfPostalCode(country: string, postalCode: string): string | null {
  const starts = stretches[country]?.split(', ').map((entry) => entry.split(' ')) ?? [];
  const last = starts.filter(([start = '']) => start <= postalCode).at(-1);
  return last?.[1] ?? null;
}
