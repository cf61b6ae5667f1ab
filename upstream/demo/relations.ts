/** The sample network's relations, by key of person. Times are minutes before now. */
export interface DemoConnection {
  between: readonly [asked: string, accepted: string];
  daysAgo: number;
  /** Their messages, oldest first: [sender, text, minutes before now]. */
  messages?: readonly (readonly [from: string, text: string, minutesAgo: number])[];
  /** How many of the newest messages `by` has not read yet. */
  unread?: { by: string; count: number };
}

const day = 24 * 60;
const hour = 60;

export const demoConnections: readonly DemoConnection[] = [
  {
    between: ['sofia', 'demo'],
    daysAgo: 39,
    messages: [
      ['sofia', 'Saw Kindform. Finally a form library that does not hate people.', 38 * day],
      ['demo', 'Thank you! The date field hates everyone equally, though.', 38 * day - 4],
      ['sofia', 'I have a museum of those. Want a tour before you build another one?', 38 * day - 7],
      ['demo', 'Yes please. Three plain inputs and a hint is where I am leaning.', 38 * day - 20],
      ['sofia', 'Good lean. I opened a pull request with the markup, the styles can be yours.', 3 * day + 90],
      ['demo', 'Merged. The error text below the field reads so much better.', 3 * day + 30],
      ['sofia', 'One more thing: on a 320 px screen the year wraps. Screenshot tomorrow.', 5 * hour],
      ['sofia', 'Found it, it is my own padding. Fix is up, two lines.', 42],
    ],
    unread: { by: 'demo', count: 2 },
  },
  {
    between: ['demo', 'ingrid'],
    daysAgo: 30,
    messages: [
      ['demo', 'Would you try Kindform with your screen reader? Honest is better than kind here.', 29 * day],
      ['ingrid', 'Did it over lunch. Two things: errors are announced twice, and I like it.', 29 * day - 3 * hour],
      ['demo', 'Twice because of the live region and the focus move, I bet.', 29 * day - 3 * hour - 6],
      ['ingrid', 'Exactly. Keep the focus move, drop the region. Fewer words is the feature.', 29 * day - 3 * hour - 9],
      ['demo', 'Dropped. And Listen First caught it in a test now, which is very satisfying.', 2 * day],
      ['ingrid', 'That is the nicest bug report I got this month.', 2 * day - 15],
    ],
  },
  {
    between: ['amara', 'demo'],
    daysAgo: 21,
    messages: [
      ['amara', 'You asked about a first Go task. Reconciliation report: read two tables, be suspicious.', 9 * day],
      ['demo', 'I can be suspicious. Is the money in integers everywhere?', 9 * day - 11],
      ['amara', 'Integers, minor units, currency beside it. If you see a float, scream.', 9 * day - 13],
      [
        'demo',
        'Branch is up. No floats, one scream: the test fixture has a transfer that does not balance.',
        1 * day + 4 * hour,
      ],
      ['amara', 'Ha. That one is there on purpose. You passed.', 1 * day + 3 * hour],
      ['amara', 'Shall we pair on the retries this week? Thursday after 16:00 works for me.', 3 * hour],
    ],
    unread: { by: 'demo', count: 1 },
  },
  {
    between: ['demo', 'thabo'],
    daysAgo: 11,
    messages: [
      ['thabo', 'Your Train Reader is what I wanted for the taxi to work.', 10 * day],
      ['demo', 'Then you know about tunnels. How do you resume a half-finished download?', 10 * day - 25],
      ['thabo', 'Ranges, and a checksum per piece. I will send you the ugly version that works.', 10 * day - 31],
      ['demo', 'Ugly and working beats the other three combinations.', 10 * day - 33],
      ['thabo', 'Asked to join Train Reader, formally, with a note and everything.', 2 * day + 5 * hour - 3],
      ['demo', 'Saw it. Give me until the weekend, I want to show you the sync code first.', 1 * day + 20 * hour],
      ['thabo', 'No hurry. There is no power until Saturday anyway.', 1 * day + 19 * hour],
    ],
  },
  {
    between: ['mei', 'demo'],
    daysAgo: 18,
    messages: [
      ['mei', 'Your search is slow because of the join, not the missing index. Want the plan in words?', 17 * day],
      ['demo', 'Please. I added an index first, I admit it.', 17 * day - 9],
      ['mei', 'Everybody does. Drop it, then put the filter before the join. 900 ms to 11.', 17 * day - 14],
      ['demo', 'It is 9 here. I printed the before and after and hung them up.', 16 * day],
      ['demo', 'About Explain Aloud: could a table of steps be enough for the first version?', 2 * day + 4 * hour],
      ['mei', 'Yes, if the slow step is the one that the eye finds first. Red alone is not enough, I know.', 2 * day],
      ['demo', 'Then a word and a bar, and the colour as decoration. Sketch by Friday.', 1 * day + 22 * hour],
      ['mei', 'The sketch is good. The bar should be of the time, not of the rows. Rows lie.', 1 * hour + 25],
    ],
    unread: { by: 'demo', count: 1 },
  },
  {
    between: ['demo', 'hana'],
    daysAgo: 3,
    messages: [
      ['hana', 'You wrote "simply" four times in one README. I counted, it is a habit of mine.', 2 * day + 21 * hour],
      ['demo', 'Ouch. Which one hurts most?', 2 * day + 20 * hour],
      ['hana', '"Simply configure your reverse proxy."', 2 * day + 20 * hour - 2],
      ['demo', 'Fair. Two lines of configuration and a link, then?', 2 * day + 20 * hour - 5],
      ['hana', 'And what one sees when it worked. A tired person needs to know when to stop.', 2 * day + 20 * hour - 8],
      ['demo', 'Done, without "simply". Thank you, it reads like a person wrote it.', 6 * hour],
      ['hana', 'A person did. I only removed the other one.', 5 * hour + 40],
    ],
  },
  {
    between: ['viktor', 'demo'],
    daysAgo: 9,
    messages: [
      ['viktor', 'I ran Kindform through a generator overnight. It found an empty string that is not empty.', 8 * day],
      ['demo', 'A zero-width space?', 8 * day - 6],
      ['viktor', 'Three of them. In a phone number. I love my job.', 8 * day - 7],
      ['demo', 'Trimmed and tested. Your generator has its name in the changelog now.', 3 * day + 2 * hour],
      ['viktor', 'It will be unbearable. Next week it tries dates.', 3 * day],
      ['demo', 'Sofía has a museum for that.', 3 * day - 4],
    ],
  },
  {
    between: ['amara', 'nikolai'],
    daysAgo: 43,
    messages: [
      ['nikolai', 'I modelled your posting protocol. It holds, with one assumption I do not like.', 15 * day],
      ['amara', 'Let me guess: the clock.', 15 * day - 3],
      ['nikolai', 'The clock. Use the sequence from the database and it holds without.', 15 * day - 5],
      ['amara', 'Done in the branch. I sleep better with less time in my system.', 14 * day],
    ],
  },
  { between: ['fatou', 'amara'], daysAgo: 40 },
  {
    between: ['kenji', 'wei'],
    daysAgo: 31,
    messages: [
      ['wei', 'Can Tamago C compile my kernel? 40k lines, no bit-fields, I promise.', 20 * day],
      ['kenji', 'Send the five nastiest files first.', 20 * day - 60],
      ['wei', 'All five compile. It is slower than clang by four times and smaller by nine.', 18 * day],
      ['kenji', 'I am framing that sentence.', 18 * day - 12],
    ],
  },
  { between: ['kenji', 'rafael'], daysAgo: 30 },
  { between: ['sofia', 'ingrid'], daysAgo: 37 },
  {
    between: ['sofia', 'nadia'],
    daysAgo: 33,
    messages: [
      ['nadia', 'Used Tokenforge for a bakery. The baker noticed the contrast before I told him.', 8 * day],
      ['sofia', 'Please ask him for a quote. And for bread.', 8 * day - 22],
    ],
  },
  { between: ['lars', 'zanele'], daysAgo: 36 },
  { between: ['lars', 'diego'], daysAgo: 34 },
  {
    between: ['samuel', 'lars'],
    daysAgo: 6,
    messages: [
      ['samuel', 'Node 12 stopped sending at night. Battery, or goats?', 5 * day],
      ['lars', 'Does it come back at sunrise? Then battery. Goats are not so regular.', 5 * day - 8],
      ['samuel', 'Sunrise. You debug farms quite well for a man in Gothenburg.', 4 * day],
    ],
  },
  {
    between: ['priya', 'marisol'],
    daysAgo: 20,
    messages: [
      ['marisol', 'Nine hours of recordings, four speakers, one rooster.', 11 * day],
      ['priya', 'Keep the rooster, it is real data. Can you split by speaker?', 11 * day - 50],
      ['marisol', 'Split and uploaded. My aunt wants to know when it will understand her jokes.', 7 * day],
      ['priya', 'Version two. Jokes are a hard problem.', 7 * day - 5],
    ],
  },
  { between: ['mateusz', 'jin'], daysAgo: 25 },
  {
    between: ['leila', 'tala'],
    daysAgo: 10,
    messages: [
      ['tala', 'How do you clean traces where the phone jumps across the river?', 6 * day],
      ['leila', 'Speed limit, then the road graph. A bus that swims at 300 km/h is dropped.', 6 * day - 18],
    ],
  },
  { between: ['yusuf', 'leila'], daysAgo: 29 },
  { between: ['thabo', 'hannah'], daysAgo: 17 },
  {
    between: ['chloe', 'hana'],
    daysAgo: 28,
    messages: [
      ['hana', 'Question seven uses the word "attestation". Could it not?', 13 * day],
      ['chloe', 'It could be "how do you know this file is really yours".', 13 * day - 6],
      ['hana', 'I love you. Merging.', 13 * day - 7],
    ],
  },
  { between: ['giulia', 'diego'], daysAgo: 24 },
  { between: ['malik', 'hana'], daysAgo: 12 },
  { between: ['arjun', 'mei'], daysAgo: 27 },
  { between: ['mei', 'leila'], daysAgo: 23 },
  { between: ['viktor', 'ingrid'], daysAgo: 20 },
  { between: ['olga', 'aisha'], daysAgo: 14 },
  { between: ['nikolai', 'lars'], daysAgo: 15 },
  {
    between: ['emma', 'tomas'],
    daysAgo: 13,
    messages: [
      ['emma', 'The wall is up. Can your rain follow a float between 0 and 1?', 4 * day],
      ['tomas', 'It can follow anything but a deadline. Send OSC, I will do the rest.', 4 * day - 14],
      ['emma', 'Sending. A child just hugged the wall. Your rain stopped. Perfect.', 1 * day + 2 * hour],
    ],
  },
  { between: ['jin', 'marisol'], daysAgo: 9 },
  { between: ['elena', 'isak'], daysAgo: 7 },
  { between: ['duc', 'arjun'], daysAgo: 16 },
];

/** Pending requests, those to the sample account first. */
export const demoPending: readonly { from: string; to: string; minutesAgo: number; note?: string }[] = [
  {
    from: 'malik',
    to: 'demo',
    minutesAgo: 2 * day + 5 * hour,
    note: 'Kindform saved my workshop in May. I would like to pair on its docs some evening, if you are up for it.',
  },
  { from: 'isak', to: 'demo', minutesAgo: 1 * day + hour },
  {
    from: 'grace',
    to: 'demo',
    minutesAgo: 3 * hour + 20,
    note: 'We both write TypeScript against PostgreSQL. How do you keep your migrations small?',
  },
  { from: 'demo', to: 'mateusz', minutesAgo: 4 * day },
  { from: 'demo', to: 'lars', minutesAgo: 6 * day },
  { from: 'isak', to: 'hana', minutesAgo: 3 * day },
  { from: 'isak', to: 'olga', minutesAgo: 2 * day },
  { from: 'anders', to: 'hana', minutesAgo: 1 * day },
  { from: 'grace', to: 'nadia', minutesAgo: 4 * day },
  { from: 'zanele', to: 'rafael', minutesAgo: 12 * day },
  { from: 'emma', to: 'mateusz', minutesAgo: 8 * day },
  { from: 'samuel', to: 'priya', minutesAgo: 3 * day },
  { from: 'tala', to: 'diego', minutesAgo: 5 * day },
  { from: 'elena', to: 'rafael', minutesAgo: 9 * day },
];
