export interface Listed {
  /** From the root. */
  file: string;
  /** The title in the code, without those of its groups. */
  title: string;
}

/** Where tests went that are found under no such title now. */
export interface Mapping {
  file: string;
  /** The old title; all that are not found, where it is missing. */
  title?: string;
  /** `file` or `file › title` that holds the behaviour; missing where the behaviour itself went. */
  now?: string;
  reason: string;
}

interface Row {
  file: string;
  count: number;
  /** How many stand in the same file under the same title. */
  kept: number;
  now: string[];
  reasons: string[];
}

/** Finds each test: in its file, then in any other under its title, then by a mapping whose target there is. */
export function placesOf(before: readonly Listed[], today: readonly Listed[], mappings: readonly Mapping[]) {
  const here = new Set(today.map(keyOf));
  const files = new Set(today.map(({ file }) => file));
  const byTitle = Map.groupBy(today, ({ title }) => plain(title));
  const used = new Set<Mapping>();
  const lost: string[] = [];
  const rows = [...Map.groupBy(before, ({ file }) => file)].map(([file, tests]): Row => {
    const row: Row = { file, count: tests.length, kept: 0, now: [], reasons: [] };
    const note = (list: string[], text: string) => list.includes(text) || list.push(text);
    for (const test of tests) {
      if (here.has(keyOf(test))) {
        row.kept += 1;
        continue;
      }
      const moved = byTitle.get(plain(test.title))?.[0];
      const mapping = mappings.find(
        (one) => one.file === file && (one.title === undefined || one.title === test.title),
      );
      if (mapping !== undefined && (mapping.now === undefined || isThere(mapping.now))) {
        used.add(mapping);
        note(row.now, mapping.now ?? 'gone');
        note(row.reasons, mapping.reason);
      } else if (moved !== undefined) note(row.now, moved.file);
      else lost.push(`no place for: ${file} › ${test.title}`);
    }
    return row;
  });
  const unused = mappings
    .filter((one) => !used.has(one))
    .map(({ file, title }) => `this mapping maps nothing: ${file} › ${title ?? 'all'}`);
  return { rows, lost, unused };

  function isThere(place: string): boolean {
    const [file = '', title] = place.split(' › ');
    return title === undefined ? files.has(file) : here.has(keyOf({ file, title }));
  }
}

function keyOf({ file, title }: Listed): string {
  return `${file}\n${plain(title)}`;
}

/** The tags say where a test runs, not what it holds. */
function plain(title: string): string {
  return title.replace(/ @\w+/g, '');
}
