import type { Intent } from '#shared/intents.ts';

/** What a person of the sample network looks for. Whoever has a time zone here shows it. */
export interface DemoWish {
  lookingFor: readonly Intent[];
  hoursPerWeek?: number;
  timeZone?: string;
}

/** By the person's key. Others have not said what they look for. */
export const demoWishes: Readonly<Record<string, DemoWish>> = {
  demo: { lookingFor: ['pair', 'contribute'], hoursPerWeek: 5, timeZone: 'Europe/Lisbon' },
  amara: { lookingFor: ['pair', 'mentor'], hoursPerWeek: 4, timeZone: 'Africa/Lagos' },
  kenji: { lookingFor: ['contribute'], hoursPerWeek: 6, timeZone: 'Asia/Tokyo' },
  sofia: { lookingFor: ['pair', 'be hired'], hoursPerWeek: 8, timeZone: 'America/Mexico_City' },
  lars: { lookingFor: ['mentor'], hoursPerWeek: 2, timeZone: 'Europe/Stockholm' },
  priya: { lookingFor: ['co-founder', 'hire'], hoursPerWeek: 20, timeZone: 'Asia/Kolkata' },
  mateusz: { lookingFor: ['pair'], hoursPerWeek: 3, timeZone: 'Europe/Warsaw' },
  leila: { lookingFor: ['contribute', 'pair'], hoursPerWeek: 5, timeZone: 'Asia/Beirut' },
  thabo: { lookingFor: ['mentor', 'contribute'], timeZone: 'Africa/Johannesburg' },
  chloe: { lookingFor: ['hire'], hoursPerWeek: 40, timeZone: 'Europe/Paris' },
  diego: { lookingFor: ['co-founder'], hoursPerWeek: 15, timeZone: 'America/Santiago' },
  hana: { lookingFor: ['contribute', 'pair'], hoursPerWeek: 4, timeZone: 'Europe/Prague' },
  yusuf: { lookingFor: ['be hired'], hoursPerWeek: 40, timeZone: 'Europe/Istanbul' },
  oluwaseun: { lookingFor: ['mentor', 'co-founder'], hoursPerWeek: 6, timeZone: 'Africa/Lagos' },
  ingrid: { lookingFor: ['mentor', 'pair'], hoursPerWeek: 3, timeZone: 'Europe/Oslo' },
  rafael: { lookingFor: ['contribute'], hoursPerWeek: 5, timeZone: 'America/Recife' },
  nikolai: { lookingFor: ['pair'], hoursPerWeek: 2, timeZone: 'Europe/Tallinn' },
  emma: { lookingFor: ['pair', 'contribute'], hoursPerWeek: 6, timeZone: 'Europe/Amsterdam' },
  arjun: { lookingFor: ['be mentored'], hoursPerWeek: 5, timeZone: 'Asia/Kolkata' },
  zanele: { lookingFor: ['hire', 'mentor'], hoursPerWeek: 3, timeZone: 'Africa/Johannesburg' },
  nadia: { lookingFor: ['be hired', 'pair'], hoursPerWeek: 20, timeZone: 'Africa/Casablanca' },
  viktor: { lookingFor: ['contribute', 'mentor'], hoursPerWeek: 4 },
  duc: { lookingFor: ['pair', 'be mentored'], hoursPerWeek: 7, timeZone: 'Asia/Ho_Chi_Minh' },
  hannah: { lookingFor: ['co-founder', 'contribute'], hoursPerWeek: 10, timeZone: 'Europe/Vienna' },
  samuel: { lookingFor: ['co-founder'], hoursPerWeek: 12, timeZone: 'Africa/Nairobi' },
  elena: { lookingFor: ['hire', 'mentor'], hoursPerWeek: 2, timeZone: 'Europe/Bucharest' },
  malik: { lookingFor: ['pair', 'mentor'], hoursPerWeek: 4, timeZone: 'America/New_York' },
  isak: { lookingFor: ['be mentored', 'contribute'], hoursPerWeek: 10, timeZone: 'Europe/Oslo' },
  grace: { lookingFor: ['co-founder', 'pair'], hoursPerWeek: 8, timeZone: 'Asia/Singapore' },
  anders: { lookingFor: ['mentor'], hoursPerWeek: 6, timeZone: 'Europe/Copenhagen' },
};
