import { day, hour, minute } from '#shared/durations.ts';
import { pictureUrl } from '#shared/pictures.ts';
import { newId } from '#upstream/ids.ts';
import type { EncodedPicture } from '#upstream/pictures/encode.ts';
import { demoPeople } from './people.ts';

/** Maps the sample's keys and relative times to ids, pictures and timestamps. */
export class DemoNetwork {
  readonly #now: number;
  readonly #ids: ReadonlyMap<string, string>;
  readonly #pictures: ReadonlyMap<string, EncodedPicture>;

  constructor(now: number, pictures: ReadonlyMap<string, EncodedPicture>) {
    this.#now = now;
    this.#pictures = pictures;
    this.#ids = new Map(demoPeople.map((person) => [person.key, newId(this.daysAgo(person.joinedDaysAgo))]));
  }

  idOf(key: string): string {
    const id = this.#ids.get(key);
    if (id === undefined) throw new Error(`The sample network has nobody called ${key}.`);
    return id;
  }

  pictureOf(subject: string): EncodedPicture | undefined {
    return this.#pictures.get(subject);
  }

  /** The address of a picture, empty where there is none. */
  pictureUrlOf(subject: string): string {
    const picture = this.pictureOf(subject);
    return picture ? pictureUrl(picture.id) : '';
  }

  minutesAgo(minutes: number): number {
    return this.#now - Math.round(minutes * minute);
  }

  hoursAgo(hours: number): number {
    return this.#now - hours * hour;
  }

  daysAgo(days: number): number {
    return this.#now - days * day;
  }
}
