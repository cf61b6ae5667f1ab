import type { ProjectStatus } from '#shared/project-statuses.ts';

/** The sample network's 25 projects. `creator`, `members` and `interested` are keys of people. */
export interface DemoProject {
  key: string;
  name: string;
  creator: string;
  daysAgo: number;
  skills: string[];
  members: string[];
  interested: { by: string; note?: string }[];
  /** How many hours ago these people asked, or became members; the others are spread over the life of the project. */
  hoursAgo?: Readonly<Record<string, number>>;
  /** What its picture shows. A project without it has the drawn cover. */
  imageAlt?: string;
  facts?: {
    status: ProjectStatus;
    hoursPerWeek?: number;
    repositoryUrl?: string;
    demoUrl?: string;
    /** Open roles, and those that are filled. */
    wanted?: string[];
    filled?: string[];
  };
  /** Markdown, as the create form sends it. */
  description: string;
}

export const demoProjects: readonly DemoProject[] = [
  {
    key: 'kindform',
    name: 'Kindform',
    imageAlt: 'Three web forms; the middle one marks two fields as right and wrong, each in words beside the field',
    creator: 'demo',
    daysAgo: 40,
    skills: ['TypeScript', 'React', 'Accessibility', 'Testing'],
    members: ['sofia', 'ingrid'],
    interested: [
      { by: 'malik', note: 'I would like to write the getting-started guide, and test it on my slow laptop.' },
      { by: 'isak', note: 'I am a student. I can take small issues and I learn fast.' },
    ],
    hoursAgo: { malik: 76, isak: 20 },
    facts: {
      status: 'live',
      hoursPerWeek: 3,
      repositoryUrl: 'https://github.com/example/kindform',
      demoUrl: 'https://kindform.example.com',
      wanted: ['Writing', 'Design'],
      filled: ['Testing'],
    },
    description: `A form library that assumes the person is **tired, on a train, and right**.

## What it does

- keeps every word that was typed, across reloads and expired sessions
- says what is wrong next to the field, in one sentence
- never clears the form on an error
- works with the keyboard, a screen reader, and no JavaScript at all

\`\`\`ts
const form = kindform({
  fields: { email: text().optional(), note: text().max(280) },
  draft: { key: 'contact', days: 7 },
});

form.restore(); // brings back what the visitor typed yesterday
\`\`\`

## Where help is welcome

1. the date field (see the museum of bad date pickers)
2. tests with real screen readers
3. a guide that is shorter than the code`,
  },
  {
    key: 'trainreader',
    name: 'Train Reader',
    imageAlt: 'A white train with lit windows drives into a tunnel at night',
    creator: 'demo',
    daysAgo: 12,
    skills: ['Go', 'TypeScript', 'SQLite'],
    members: [],
    interested: [{ by: 'thabo', note: 'Offline reading is my daily bread. Can I look at your sync code?' }],
    hoursAgo: { thabo: 53 },
    facts: { status: 'building', hoursPerWeek: 4, wanted: ['Mobile'] },
    description: `Read-it-later for people who go through tunnels. One Go binary, one SQLite file, no account.

- fetches articles while there is signal, keeps them for a week
- strips everything but text and pictures
- syncs reading positions when two devices meet

\`\`\`sh
go run ./cmd/trainreader --data ./articles.db
\`\`\`

Status: it works for me. The question is whether it should work for you, too.`,
  },
  {
    key: 'ledgerline',
    name: 'Ledgerline',
    imageAlt: 'Rows of amounts in two columns that balance, one row highlighted',
    creator: 'amara',
    daysAgo: 44,
    skills: ['Go', 'PostgreSQL', 'gRPC'],
    members: ['nikolai', 'fatou'],
    interested: [{ by: 'demo', note: 'I am learning Go and would love to start with the reconciliation report.' }],
    facts: { status: 'building', hoursPerWeek: 6, wanted: ['Backend', 'Testing'] },
    description: `A double-entry ledger as a library, not a platform.

## Promises

- every transfer balances, or does not happen
- a retry is free: the same key gives the same answer, for ever
- history is appended, never edited

\`\`\`go
tx := ledger.Transfer{
    Key:  "order-7781-capture",
    From: "customer:42", To: "merchant:9",
    Amount: money.NGN(1250_00),
}
if err := ledger.Post(ctx, tx); errors.Is(err, ledger.ErrAlreadyPosted) {
    return nil // fine, that is the point
}
\`\`\`

We need reviewers more than authors.`,
  },
  {
    key: 'tinyc',
    name: 'Tamago C',
    imageAlt: 'Five eggs in a row; the middle one is open, and its yolk has a pair of braces on it',
    creator: 'kenji',
    daysAgo: 41,
    skills: ['Rust', 'C', 'WebAssembly'],
    members: ['wei'],
    interested: [{ by: 'anders' }],
    facts: { status: 'live' },
    description: `A C compiler that fits in your head: 6,000 lines of Rust, straight to WebAssembly.

- one pass for parsing, one for types, one for code
- every error message shows the line, the reason and a suggestion
- compiles its own test programs in the browser

\`\`\`c
int main(void) {
    for (int i = 0; i < 3; i++) puts("tamago");
    return 0;
}
\`\`\`

### Next

- [x] structs
- [x] switch, including the bad ideas
- [ ] bit-fields, reluctantly`,
  },
  {
    key: 'tokenforge',
    name: 'Tokenforge',
    imageAlt: 'Steps of colours in a grid, some of them ticked',
    creator: 'sofia',
    daysAgo: 38,
    skills: ['TypeScript', 'CSS', 'Figma'],
    members: ['nadia', 'demo'],
    interested: [{ by: 'grace' }, { by: 'emma', note: 'Could it output GLSL constants? Asking for a museum.' }],
    facts: { status: 'building', wanted: ['Design'] },
    description: `Design tokens from one file to CSS, Swift and Kotlin, with contrast checked on the way.

\`\`\`json
{ "ink": { "light": "#1d2430", "dark": "#e8ecf4", "contrast": 7 } }
\`\`\`

If a pair of colours is hard to read, **the build fails** and prints the nearest colour that is not.

1. write tokens
2. run \`tokenforge build\`
3. argue about names, not about hex codes`,
  },
  {
    key: 'quietpager',
    name: 'Quiet Pager',
    imageAlt: 'A crescent moon over a flat line with one small beat',
    creator: 'lars',
    daysAgo: 36,
    skills: ['Go', 'Prometheus', 'Kubernetes'],
    members: ['zanele', 'diego'],
    interested: [{ by: 'viktor' }],
    facts: { status: 'live', wanted: ['DevOps'] },
    description: `Counts how often an alert woke somebody and how often that somebody *did* something. Then it suggests which alerts to delete.

- reads Alertmanager and your chat's reactions
- one page per week, no dashboard
- deleting is a pull request, so it can be argued with

\`\`\`yaml
keep:
  - alert: DiskFullSoon
    because: acted on 9 of 9 times
drop:
  - alert: CPUHigh
    because: acted on 0 of 212 times
\`\`\``,
  },
  {
    key: 'smallvoice',
    name: 'Small Voice',
    imageAlt: 'A voice as white bars, of which the last part is still pale',
    creator: 'priya',
    daysAgo: 35,
    skills: ['Python', 'PyTorch', 'ONNX', 'C++'],
    members: ['marisol'],
    interested: [
      { by: 'thabo' },
      { by: 'samuel', note: 'Farmers would use this in Kalenjin and Swahili. I can record.' },
    ],
    description: `Speech to text for languages that big models forget. Runs on a phone, without the network.

## Languages so far

- Tamil, Telugu (good)
- Quechua (getting there, thank you Marisol)
- yours, with 20 hours of recordings

\`\`\`python
model = smallvoice.load("ta-40mb")
print(model.transcribe("market.wav"))
\`\`\``,
  },
  {
    key: 'framecourt',
    name: 'Frame Court',
    imageAlt: 'A flame graph in red and orange',
    creator: 'mateusz',
    daysAgo: 33,
    skills: ['TypeScript', 'Performance', 'WebAssembly'],
    members: ['jin'],
    interested: [{ by: 'demo', note: 'I have three very guilty pages to put on trial.' }],
    hoursAgo: { demo: 80 },
    description: `Every pull request goes to court: it is tried for the frames it drops.

- records a trace before and after, on the same machine
- reports only what is larger than the noise
- prints a sentence a product manager can read

\`\`\`text
Verdict: guilty. Opening the menu takes 48 ms longer (p < 0.01).
Exhibit A: layout is forced 31 times in onScroll.
\`\`\``,
  },
  {
    key: 'busnumber4',
    name: 'Where is the Number 4',
    imageAlt: 'A map with four coloured bus lines and their stops, one line twice as wide',
    creator: 'leila',
    daysAgo: 31,
    skills: ['Python', 'GIS', 'PostgreSQL', 'React'],
    members: ['tala', 'yusuf'],
    interested: [{ by: 'aisha' }],
    facts: { status: 'idea', hoursPerWeek: 2, wanted: ['Data', 'Frontend'] },
    description: `A map of the buses that have no map.

Volunteers ride with a phone. We turn their traces into routes, and routes into a feed that any transit app can read.

\`\`\`sql
select route, percentile_cont(0.5) within group (order by wait) as typical_wait
from boardings group by route;
\`\`\`

- 23 lines so far
- 140 riders
- one angry dispatcher, now a contributor`,
  },
  {
    key: 'loadshed',
    name: 'Loadshed Sync',
    imageAlt: 'Houses in the evening: on the left there is light in the windows, on the right it is dark',
    creator: 'thabo',
    daysAgo: 30,
    skills: ['Kotlin', 'SQLite', 'Android'],
    members: ['hannah'],
    interested: [{ by: 'duc' }],
    description: `A sync engine for apps whose power goes out at 18:00 sharp.

- writes are local first, and survive the battery
- conflicts are shown to people in words they know
- 200 kB, no service to subscribe to

\`\`\`kotlin
val notes = sync.collection("notes") { mergeBy(Note::editedAt) }
\`\`\``,
  },
  {
    key: 'napkin',
    name: 'Napkin Threats',
    creator: 'chloe',
    daysAgo: 29,
    skills: ['Security', 'Documentation', 'TypeScript'],
    members: ['hana'],
    interested: [{ by: 'oluwaseun' }],
    facts: { status: 'idea' },
    description: `Threat modelling for projects with two maintainers and no budget.

1. draw the boxes
2. answer nine questions
3. get a list of at most five things to do, in order

\`\`\`md
> Who may delete everything, and how would you know they did?
\`\`\`

No jargon; every question comes with a true story.`,
  },
  {
    key: 'tsunamiboard',
    name: 'Calm Board',
    imageAlt: 'A calm sea in layers of blue under a white sun',
    creator: 'diego',
    daysAgo: 28,
    skills: ['Elixir', 'Phoenix', 'WebSockets'],
    members: ['giulia'],
    interested: [{ by: 'tala', note: 'We could share the alert feed for typhoons.' }],
    description: `An alert board for coastal towns. It is meant to be boring for years and right for one minute.

- works from three independent feeds
- a page of 9 kB that loads on anything
- rehearsal mode, so that the first time is not the first time

\`\`\`elixir
def handle_info({:quake, %{magnitude: m} = q}, state) when m >= 6.5 do
  {:noreply, announce(q, state)}
end
\`\`\``,
  },
  {
    key: 'readmedoctor',
    name: 'README Doctor',
    creator: 'hana',
    daysAgo: 26,
    skills: ['Markdown', 'TypeScript', 'Documentation'],
    members: ['malik'],
    interested: [{ by: 'isak' }, { by: 'anders', note: 'I have forty years of examples of what not to do.' }],
    description: `Runs the commands in your README on a clean machine and tells you which one lies.

- finds every fenced \`sh\` block
- runs them in order, in a fresh container
- comments on the pull request that broke step 3

\`\`\`sh
npx readme-doctor --explain
\`\`\``,
  },
  {
    key: 'ridgeline',
    name: 'Ridgeline',
    imageAlt: 'Contour lines of two hills with a dotted path between them',
    creator: 'yusuf',
    daysAgo: 25,
    skills: ['Swift', 'GIS', 'Metal'],
    members: [],
    interested: [{ by: 'wei' }],
    facts: { status: 'building', wanted: ['Design'] },
    description: `Contour maps drawn on the phone, from raw elevation, offline.

| Area | Download | Draw time |
|---|---|---|
| a valley | 3 MB | 40 ms |
| the Alps | 210 MB | 55 ms |

\`\`\`swift
let tile = await terrain.contours(at: location, every: .meters(20))
\`\`\`

Needed: somebody who knows *avalanche* maps.`,
  },
  {
    key: 'explainaloud',
    name: 'Explain Aloud',
    imageAlt: 'A query plan as a tree of boxes; the slowest one is orange and the widest',
    creator: 'mei',
    daysAgo: 24,
    skills: ['PostgreSQL', 'TypeScript', 'SQL'],
    members: ['leila', 'arjun'],
    interested: [{ by: 'demo', note: 'Happy to build the front end, accessible tables included.' }, { by: 'olga' }],
    hoursAgo: { demo: 50 },
    description: `Paste a query plan, get a paragraph.

> The database read 4.1 million rows to return 12, because the index on \`created_at\` cannot help with \`lower(email)\`.

\`\`\`sql
explain (analyze, buffers, format json) select …;
\`\`\`

- everything happens in the browser; plans stay with you
- suggestions are ranked by how sure we are
- "do nothing" is a valid suggestion`,
  },
  {
    key: 'reportcards',
    name: 'Printer Whisperer',
    creator: 'oluwaseun',
    daysAgo: 22,
    skills: ['Python', 'Django', 'Redis'],
    members: [],
    interested: [{ by: 'nadia' }],
    description: `A print queue that resumes at page 31,406.

- survives paper jams, power cuts and head teachers
- shows how long is left, honestly
- reprints exactly one card when one is smudged

\`\`\`python
job.resume(after=last_confirmed_page)
\`\`\``,
  },
  {
    key: 'earlreader',
    name: 'Listen First',
    creator: 'ingrid',
    daysAgo: 21,
    skills: ['Accessibility', 'Testing', 'TypeScript'],
    members: ['viktor', 'demo'],
    interested: [{ by: 'sofia' }],
    hoursAgo: { demo: 26 },
    description: `Records what a screen reader would say and puts it in a snapshot test.

\`\`\`ts
await expect(page).toBeSpokenAs([
  'heading level 1, Your basket',
  'button, Remove green tea, 1 of 3',
]);
\`\`\`

When the sentence changes, the test shows both. **Reviewers read it; that is the whole trick.**

- Chromium and Firefox today
- help wanted for the Mac`,
  },
  {
    key: 'cachelog',
    name: 'Why Did It Rebuild',
    imageAlt: 'Steps of a build in columns, with the path to the one that was rebuilt highlighted',
    creator: 'rafael',
    daysAgo: 19,
    skills: ['Rust', 'Bazel', 'CI'],
    members: ['kenji'],
    interested: [{ by: 'elena' }],
    description: `Answers the only question anyone asks of a build: *why did it rebuild?*

\`\`\`text
//app:server was rebuilt because
  tools/version.txt changed (by: the clock)
\`\`\`

- works with Bazel and plain Make
- blames politely`,
  },
  {
    key: 'clinicbridge',
    name: 'Clinic Bridge',
    creator: 'aisha',
    daysAgo: 17,
    skills: ['Python', 'HL7', 'PostgreSQL'],
    members: ['olga'],
    interested: [],
    description: `Moves patient records between two systems that have never met, and leaves a trail a nurse can read.

- FHIR on one side, whatever it is on the other
- every field that was guessed is marked as guessed
- nothing leaves the clinic's own machine

\`\`\`python
bridge.map("DOB", to="birthDate", formats=["%d/%m/%y", "%Y%m%d", "words"])
\`\`\``,
  },
  {
    key: 'seatingplan',
    name: 'Small Raft',
    imageAlt: 'Five round servers connected to each other above the sea; the leader is yellow',
    creator: 'nikolai',
    daysAgo: 16,
    skills: ['Go', 'TLA+', 'Distributed systems'],
    members: ['amara', 'lars'],
    interested: [{ by: 'diego' }],
    description: `Consensus in 1,100 lines, with the specification beside the code.

\`\`\`tla
Safety == \\A i, j \\in Server : committed[i] \\subseteq log[j] \\/ behind[j]
\`\`\`

- model-checked on every push
- a simulator with a villain who drops exactly the packet you need
- used in production, *against my advice*`,
  },
  {
    key: 'lightwall',
    name: 'Light Wall',
    imageAlt: 'A wall of small lamps, some of them bright, in patches like clouds',
    creator: 'emma',
    daysAgo: 14,
    skills: ['WebGL', 'GLSL', 'Arduino', 'WebAudio'],
    members: ['tomas'],
    interested: [{ by: 'mateusz' }, { by: 'samuel' }],
    description: `A wall of 4,096 lights that reacts to people and to rain.

- shader on a small computer, sensors on cheap boards
- sound by Tomás, who cannot see it yet
- schematics included

\`\`\`glsl
float rain = smoothstep(.2, .9, noise(uv * 8. + time));
\`\`\``,
  },
  {
    key: 'keyboards',
    name: 'Qillqana',
    imageAlt: 'Large keys of a keyboard; one of them carries the stepped cross of the Andes',
    creator: 'marisol',
    daysAgo: 10,
    skills: ['Unicode', 'JavaScript', 'Open data'],
    members: ['jin'],
    interested: [{ by: 'priya' }, { by: 'hana' }],
    description: `Keyboards and spell checking for Quechua, Aymara and Asháninka.

1. a layout is a text file
2. a test is a sentence somebody's grandmother would write
3. releases go to phones, not only to laptops

\`\`\`json
{ "key": "q", "long": ["qh", "q'"] }
\`\`\``,
  },
  {
    key: 'grocerycrdt',
    name: 'Grocery CRDT',
    imageAlt: 'Two phones with the same shopping list, joined by crossing dotted lines',
    creator: 'hannah',
    daysAgo: 7,
    skills: ['Rust', 'CRDT', 'SQLite', 'TypeScript'],
    members: [],
    interested: [{ by: 'thabo' }, { by: 'nikolai', note: 'Show me the merge proof and I am yours.' }],
    description: `The smallest useful shared list: two phones, no server, milk bought once.

\`\`\`rust
let merged = mine.merge(&yours); // the same, in either order
\`\`\`

- deletion that stays deleted
- history you can throw away
- a page that explains the maths with actual milk`,
  },
  {
    key: 'teatelemetry',
    name: 'Tea Telemetry',
    imageAlt: 'Rows of tea bushes on a slope, and a mast that sends',
    creator: 'samuel',
    daysAgo: 6,
    skills: ['C', 'LoRa', 'InfluxDB', 'Python'],
    members: ['lars'],
    interested: [{ by: 'emma' }],
    description: `Soil moisture from forty fields, over ten kilometres of radio, for the price of lunch.

- a node sleeps for 59 minutes and 58 seconds of each hour
- readings arrive as a text message, because everyone has those
- goat-proof housing, third revision

\`\`\`c
if (moisture < field.thirsty) send_sms(field.owner, "Block 7 needs water");
\`\`\``,
  },
  {
    key: 'batchmuseum',
    name: 'The Batch Window',
    imageAlt: 'Three punched cards on top of each other',
    creator: 'anders',
    daysAgo: 1,
    skills: ['COBOL', 'Documentation', 'SQL'],
    members: [],
    interested: [{ by: 'hana', note: 'May I be the editor? I ask good questions.' }, { by: 'elena' }],
    facts: { status: 'archived' },
    description: `Stories and working examples from forty-one years of nightly batch, written down before they are gone.

\`\`\`cobol
       IF WS-RETURN-CODE NOT = ZERO
           DISPLAY 'CALL ANDERS'
           STOP RUN.
\`\`\`

- each chapter has a program that runs today
- each program has the phone call that it caused`,
  },
];
