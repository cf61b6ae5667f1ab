/**
 * The sample network's 40 developers, all invented. The first one is the sample account, the only one with a password.
 * The addresses end in example.com, which is reserved and receives no mail.
 */
export interface DemoPerson {
  /** The name by which the other sample files refer to this person. */
  key: string;
  firstName: string;
  lastName: string;
  headline: string;
  location: string;
  joinedDaysAgo: number;
  skills: string[];
  about: string;
  websiteUrl?: string;
}

export const demoPeople: readonly DemoPerson[] = [
  {
    key: 'demo',
    firstName: 'Robin',
    lastName: 'Castell',
    headline: 'Full-stack developer who likes small, sharp tools',
    location: 'Lisbon, Portugal',
    joinedDaysAgo: 104,
    skills: ['TypeScript', 'React', 'Node.js', 'PostgreSQL', 'Accessibility', 'Go'],
    about:
      'Nine years of web work, mostly for small teams that ship on Tuesdays. I care about forms that forgive, pages that load on a train, and pull requests one can read before the coffee is cold. Currently learning Go by rewriting a tool that did not need rewriting. Looking for one good side project to finish, not five to start.',
    websiteUrl: 'https://robin.example.com',
  },
  {
    key: 'amara',
    firstName: 'Amara',
    lastName: 'Okonkwo',
    headline: 'Backend engineer, payments and the boring parts',
    location: 'Lagos, Nigeria',
    joinedDaysAgo: 96,
    skills: ['Go', 'PostgreSQL', 'Kafka', 'gRPC', 'Docker'],
    about:
      'I move money for a living, which means I have strong feelings about idempotency keys. Ask me about the night a retry loop bought the same bus ticket 412 times. Happy to review ledgers, queues and anything with the word "exactly" in its README.',
  },
  {
    key: 'kenji',
    firstName: 'Kenji',
    lastName: 'Watanabe',
    headline: 'Compiler hobbyist, embedded engineer by day',
    location: 'Osaka, Japan',
    joinedDaysAgo: 94,
    skills: ['Rust', 'C', 'LLVM', 'WebAssembly', 'Assembly'],
    about:
      'I write firmware for espresso machines and toy compilers at night. The espresso machines have better error messages. If your language has a parser you are proud of, show me. I will bring coffee.',
    websiteUrl: 'https://kenji.example.com',
  },
  {
    key: 'sofia',
    firstName: 'Sofía',
    lastName: 'Herrera Luna',
    headline: 'Front-end developer, design systems',
    location: 'Guadalajara, Mexico',
    joinedDaysAgo: 92,
    skills: ['React', 'TypeScript', 'CSS', 'Storybook', 'Figma', 'Accessibility'],
    about:
      'I build the buttons that other people argue about. Design systems since before we called them that. Keyboard first, then mouse, then applause. I keep a museum of bad date pickers and accept donations.',
  },
  {
    key: 'lars',
    firstName: 'Lars',
    lastName: 'Lindqvist',
    headline: 'SRE. I sleep well, on purpose',
    location: 'Gothenburg, Sweden',
    joinedDaysAgo: 90,
    skills: ['Kubernetes', 'Terraform', 'Prometheus', 'Go', 'Linux'],
    about:
      'Fifteen years on call taught me that the best alert is the one you deleted. I write runbooks that fit on one screen. Looking for open source projects that could use a load test and a kind incident review.',
  },
  {
    key: 'priya',
    firstName: 'Priya',
    lastName: 'Raghunathan',
    headline: 'Machine learning engineer, speech and small models',
    location: 'Chennai, India',
    joinedDaysAgo: 88,
    skills: ['Python', 'PyTorch', 'ONNX', 'C++', 'Rust'],
    about:
      'I shrink speech models until they run on phones older than my niece. Tamil, Telugu and English in one model, under 40 MB. I believe most "AI features" should be a good text field. Tell me where yours should not be.',
  },
  {
    key: 'mateusz',
    firstName: 'Mateusz',
    lastName: 'Wróblewski',
    headline: 'Game developer turned web performance nerd',
    location: 'Kraków, Poland',
    joinedDaysAgo: 86,
    skills: ['C++', 'WebGL', 'TypeScript', 'WebAssembly', 'Performance'],
    about:
      'After ten years of fighting for 16 milliseconds I moved to the web, where people shrug at three seconds. I profile things for fun. Send me your slowest page and I will send back a flame graph and a sad drawing.',
  },
  {
    key: 'leila',
    firstName: 'Leila',
    lastName: 'Haddad',
    headline: 'Data engineer, public transport',
    location: 'Beirut, Lebanon',
    joinedDaysAgo: 84,
    skills: ['Python', 'PostgreSQL', 'dbt', 'Airflow', 'GIS'],
    about:
      'I make timetables tell the truth. Mapping informal bus lines with volunteers, one phone GPS trace at a time. If you know PostGIS, or know someone who drives the number 4, please write.',
  },
  {
    key: 'thabo',
    firstName: 'Thabo',
    lastName: 'Mokoena',
    headline: 'Android developer, offline-first',
    location: 'Johannesburg, South Africa',
    joinedDaysAgo: 82,
    skills: ['Kotlin', 'Android', 'SQLite', 'Jetpack Compose', 'GraphQL'],
    about:
      'My users have two bars of signal and a cracked screen, and they deserve good software. I write sync engines that survive load shedding. SQLite is the best database and I will not be taking questions. Fine, one question.',
  },
  {
    key: 'chloe',
    firstName: 'Chloé',
    lastName: 'Dubois-Martin',
    headline: 'Security engineer, threat models over tea',
    location: 'Nantes, France',
    joinedDaysAgo: 80,
    skills: ['Security', 'Rust', 'Python', 'OAuth', 'Linux'],
    about:
      'I break into things with permission and then write very polite reports. Most breaches I see are a forgotten subdomain and a Friday deploy. I run a monthly threat-modelling hour for open source maintainers; bring a diagram on a napkin.',
  },
  {
    key: 'diego',
    firstName: 'Diego',
    lastName: 'Fuentes Rojas',
    headline: 'Elixir developer, real-time everything',
    location: 'Valparaíso, Chile',
    joinedDaysAgo: 78,
    skills: ['Elixir', 'Phoenix', 'PostgreSQL', 'Erlang', 'WebSockets'],
    about:
      'I let it crash, professionally. Chat servers, auctions, a tsunami alert board that I hope stays boring. I teach a Saturday class in functional programming for people who hate the word monad.',
  },
  {
    key: 'hana',
    firstName: 'Hana',
    lastName: 'Nováková',
    headline: 'Technical writer who ships code',
    location: 'Brno, Czechia',
    joinedDaysAgo: 76,
    skills: ['Documentation', 'TypeScript', 'Markdown', 'Python', 'OpenAPI'],
    about:
      'Good docs are a feature with no bugs filed against it, because nobody could file the others. I rewrite READMEs until a tired person can follow them. I also fix the code when the docs would have to lie.',
  },
  {
    key: 'yusuf',
    firstName: 'Yusuf',
    lastName: 'Demir',
    headline: 'iOS developer, maps and mountains',
    location: 'Izmir, Türkiye',
    joinedDaysAgo: 74,
    skills: ['Swift', 'SwiftUI', 'iOS', 'GIS', 'Metal'],
    about:
      'I build hiking maps that work where the phone does not. Offline tiles, contour lines, and a battery that makes it back to the car. I have been lost exactly once and it became a product.',
  },
  {
    key: 'mei',
    firstName: 'Mei-Ling',
    lastName: 'Chen',
    headline: 'Database engineer, query planner whisperer',
    location: 'Taipei, Taiwan',
    joinedDaysAgo: 72,
    skills: ['PostgreSQL', 'C', 'SQL', 'Rust', 'Performance'],
    about:
      'I read EXPLAIN output the way others read novels, and cry at the same places. Two small patches in a database you use. If your query is slow, do not add an index yet. Write to me, then add the index.',
  },
  {
    key: 'oluwaseun',
    firstName: 'Oluwaseun',
    lastName: 'Adebayo',
    headline: 'Full-stack developer, education',
    location: 'Ibadan, Nigeria',
    joinedDaysAgo: 70,
    skills: ['Python', 'Django', 'React', 'PostgreSQL', 'Redis'],
    about:
      'Co-founder of a school software company of four people and one generator. We print report cards for 60,000 children each term and the printers still win. I like dull technology and long weekends.',
  },
  {
    key: 'ingrid',
    firstName: 'Ingrid',
    lastName: 'Solberg',
    headline: 'Accessibility engineer',
    location: 'Bergen, Norway',
    joinedDaysAgo: 68,
    skills: ['Accessibility', 'TypeScript', 'CSS', 'React', 'Testing'],
    about:
      'I use a screen reader half the day, so I have opinions about your modal. I pair with teams for a week and leave them with tests instead of a PDF. The first rule of ARIA is on my mug.',
    websiteUrl: 'https://ingrid.example.com',
  },
  {
    key: 'rafael',
    firstName: 'Rafael',
    lastName: 'Teixeira',
    headline: 'Platform engineer, developer tooling',
    location: 'Recife, Brazil',
    joinedDaysAgo: 66,
    skills: ['Rust', 'Bazel', 'Linux', 'Docker', 'CI'],
    about:
      'I took a build from 41 minutes to 6 and have been chasing that feeling since. Caches, remote execution, and flaky tests hunted with a spreadsheet. My dog is named Makefile.',
  },
  {
    key: 'aisha',
    firstName: 'Aisha',
    lastName: 'Rahman',
    headline: 'Health software, Django and patience',
    location: 'Dhaka, Bangladesh',
    joinedDaysAgo: 64,
    skills: ['Python', 'Django', 'PostgreSQL', 'HL7', 'React'],
    about:
      'I connect clinic systems that were never meant to meet. Half my job is date formats. The other half is listening to nurses, who always know where the bug is. Looking for people who did FHIR in the wild and lived.',
  },
  {
    key: 'nikolai',
    firstName: 'Nikolai',
    lastName: 'Petrov',
    headline: 'Distributed systems, formal methods for the lazy',
    location: 'Tallinn, Estonia',
    joinedDaysAgo: 62,
    skills: ['Go', 'TLA+', 'Kafka', 'Rust', 'Distributed systems'],
    about:
      'I specify first because I am too lazy to debug. TLA+ found a bug in my wedding seating plan. I maintain a small Raft that people use more than I am comfortable with. Reviewers wanted, skeptics preferred.',
  },
  {
    key: 'emma',
    firstName: 'Emma',
    lastName: 'van der Berg',
    headline: 'Creative coder, museum installations',
    location: 'Rotterdam, Netherlands',
    joinedDaysAgo: 60,
    skills: ['TypeScript', 'WebGL', 'Three.js', 'GLSL', 'Arduino'],
    about:
      'I make walls that react to people and fail gracefully when children lick the sensors. Shaders, projectors, cheap microcontrollers. I would love a partner who likes audio more than I do.',
  },
  {
    key: 'arjun',
    firstName: 'Arjun',
    lastName: 'Mehta',
    headline: 'Ruby developer, e-commerce at festival scale',
    location: 'Pune, India',
    joinedDaysAgo: 58,
    skills: ['Ruby', 'Rails', 'PostgreSQL', 'Redis', 'Performance'],
    about:
      'Every Diwali I find out what our cache really does. Rails for eleven years, still in love, now with types in the comments. I collect post-mortems the way others collect stamps.',
  },
  {
    key: 'fatou',
    firstName: 'Fatou',
    lastName: 'Diallo',
    headline: 'Mobile money and USSD, yes, still USSD',
    location: 'Dakar, Senegal',
    joinedDaysAgo: 56,
    skills: ['Java', 'Spring', 'Kotlin', 'PostgreSQL', 'Telecom'],
    about:
      'My interface is 182 characters and a session that dies after 20 seconds, and three million people use it. Constraints are my favourite framework. Teaching girls to code in Thiès every second Saturday.',
  },
  {
    key: 'giulia',
    firstName: 'Giulia',
    lastName: 'Ferraro',
    headline: 'Scientific Python, earthquakes',
    location: 'Catania, Italy',
    joinedDaysAgo: 54,
    skills: ['Python', 'NumPy', 'Fortran', 'Rust', 'GIS'],
    about:
      'I live under a volcano and process its signals, which keeps me motivated. Turning thirty years of Fortran into something a student can install. If you have ever typed np.seterr in anger, we should talk.',
  },
  {
    key: 'jin',
    firstName: 'Jin-woo',
    lastName: 'Park',
    headline: 'Browser engineer, layout and text',
    location: 'Seoul, South Korea',
    joinedDaysAgo: 52,
    skills: ['C++', 'CSS', 'WebAssembly', 'Rust', 'Unicode'],
    about:
      'I work on line breaking, which is easy in exactly zero languages. Ask me why your Hangul wraps badly or your emoji has a hat. I believe every developer should implement grapheme clusters once, and never again.',
  },
  {
    key: 'zanele',
    firstName: 'Zanele',
    lastName: 'Dlamini',
    headline: 'Cloud cost engineer, your bill is a bug report',
    location: 'Durban, South Africa',
    joinedDaysAgo: 50,
    skills: ['Terraform', 'Go', 'Kubernetes', 'SQL', 'FinOps'],
    about:
      'I once found a cluster that nobody owned and that had been running a demo for two years. We named it. I write small tools that turn invoices into tickets, with names on them.',
  },
  {
    key: 'tomas',
    firstName: 'Tomás',
    lastName: 'Ó Briain',
    headline: 'Audio programmer, synths and plugins',
    location: 'Galway, Ireland',
    joinedDaysAgo: 48,
    skills: ['C++', 'DSP', 'Rust', 'WebAudio', 'JUCE'],
    about:
      'No allocation in the audio thread, no talking in the tune. I make synthesizers that run in the browser and sound like rain on a tin roof. Looking for visual people, I only see waveforms.',
  },
  {
    key: 'nadia',
    firstName: 'Nadia',
    lastName: 'Benali',
    headline: 'Vue and Laravel, freelance',
    location: 'Casablanca, Morocco',
    joinedDaysAgo: 46,
    skills: ['Vue', 'Laravel', 'PHP', 'MySQL', 'Tailwind CSS'],
    about:
      'Freelance for eight years: bakeries, law firms, one very demanding camel tour. PHP is fine, you are just holding 2009. I quote fixed prices and keep them, which is my real superpower.',
  },
  {
    key: 'viktor',
    firstName: 'Viktor',
    lastName: 'Horváth',
    headline: 'QA engineer who writes the test first',
    location: 'Debrecen, Hungary',
    joinedDaysAgo: 44,
    skills: ['Testing', 'Playwright', 'TypeScript', 'Python', 'CI'],
    about:
      'I do not break software, I find it already broken. Property-based testing convert: the generator is meaner than I am and works weekends. Flaky tests sent to me come back fixed or deleted with honours.',
  },
  {
    key: 'marisol',
    firstName: 'Marisol',
    lastName: 'Quispe',
    headline: 'Open data, quechua keyboard layouts',
    location: 'Cusco, Peru',
    joinedDaysAgo: 42,
    skills: ['Python', 'Unicode', 'JavaScript', 'Open data', 'Linux'],
    about:
      'I make computers speak the languages of my grandparents: keyboards, spell checkers, voice prompts. Also a municipal budget viewer that a mayor really dislikes. Contributors in any language welcome.',
  },
  {
    key: 'duc',
    firstName: 'Đức',
    lastName: 'Nguyễn',
    headline: 'Node.js backend, queues and crons',
    location: 'Da Nang, Vietnam',
    joinedDaysAgo: 40,
    skills: ['Node.js', 'TypeScript', 'Redis', 'MongoDB', 'Docker'],
    about:
      'I keep a delivery company moving with forty workers and one very large Redis. I prefer one queue I understand to six that scale. Building a job runner with a user interface my mother could use.',
  },
  {
    key: 'hannah',
    firstName: 'Hannah',
    lastName: 'Weiss',
    headline: 'Privacy engineer, local-first software',
    location: 'Vienna, Austria',
    joinedDaysAgo: 38,
    skills: ['Rust', 'CRDT', 'Security', 'TypeScript', 'SQLite'],
    about:
      'Your data should live where you live. I write CRDTs that merge grocery lists and, one day, laws. I keep my threat model on paper. Ask me about deletion; it is the hardest feature there is.',
  },
  {
    key: 'samuel',
    firstName: 'Samuel',
    lastName: 'Kiprotich',
    headline: 'IoT for farms, LoRa and long walks',
    location: 'Eldoret, Kenya',
    joinedDaysAgo: 36,
    skills: ['C', 'Arduino', 'Python', 'LoRa', 'InfluxDB'],
    about:
      'I put soil sensors in tea fields and get firmware crashes from goats. Solar nodes, ten-kilometre radio, dashboards that farmers read on a feature phone. I run marathons slowly, by local standards.',
  },
  {
    key: 'elena',
    firstName: 'Elena',
    lastName: 'Popescu',
    headline: 'Engineering lead who still reviews every line',
    location: 'Cluj-Napoca, Romania',
    joinedDaysAgo: 34,
    skills: ['Java', 'Kotlin', 'Spring', 'Kafka', 'Mentoring'],
    about:
      'I lead six people and try not to be the bottleneck I complain about. I mentor two juniors a year outside work, no fee, one rule: you show me the code you are ashamed of first.',
  },
  {
    key: 'wei',
    firstName: 'Wei',
    lastName: 'Zhang',
    headline: 'Graphics and CAD in the browser',
    location: 'Shenzhen, China',
    joinedDaysAgo: 32,
    skills: ['TypeScript', 'WebGPU', 'C++', 'WebAssembly', 'Three.js'],
    about:
      'I put a geometry kernel in a web worker and it only leaks on Thursdays. Parametric CAD for people who own a 3D printer and no engineering degree. Triangles are my love language.',
  },
  {
    key: 'olga',
    firstName: 'Olga',
    lastName: 'Marchenko',
    headline: 'Functional programmer, Scala and Haskell',
    location: 'Lviv, Ukraine',
    joinedDaysAgo: 30,
    skills: ['Scala', 'Haskell', 'Kafka', 'PostgreSQL', 'Functional programming'],
    about:
      'If it compiles I trust it, and then I write a property test anyway. I work on logistics for relief convoys: the types are strict because the roads are not. Reading group on Sundays, all levels.',
  },
  {
    key: 'malik',
    firstName: 'Malik',
    lastName: 'Johnson',
    headline: 'Developer advocate, ex-barista',
    location: 'Atlanta, United States',
    joinedDaysAgo: 26,
    skills: ['JavaScript', 'React', 'Next.js', 'GraphQL', 'Public speaking'],
    about:
      'I learned to code between shifts and now I explain it to others for a living. I test every tutorial on a five-year-old laptop. If your getting-started guide has thirty steps, I will find the three that matter.',
  },
  {
    key: 'tala',
    firstName: 'Tala',
    lastName: 'Reyes',
    headline: 'Disaster response mapping',
    location: 'Cebu, Philippines',
    joinedDaysAgo: 11,
    skills: ['GIS', 'Python', 'React', 'PostgreSQL', 'Open data'],
    about:
      'Typhoon season is my release schedule. I run volunteers and tile servers, and know which one needs more coffee. Looking for front-end help on a map that must open on 2G.',
  },
  {
    key: 'isak',
    firstName: 'Isak',
    lastName: 'Sara',
    headline: 'Student, second year, very curious',
    location: 'Tromsø, Norway',
    joinedDaysAgo: 8,
    skills: ['Java', 'Python', 'Git', 'SQL'],
    about:
      'Second year of computer science above the Arctic Circle. I have finished two course projects and zero of my own, and would like to change that. I ask a lot of questions and write down the answers.',
  },
  {
    key: 'grace',
    firstName: 'Grace',
    lastName: 'Tan Hui Min',
    headline: 'Product engineer, small SaaS, big spreadsheets',
    location: 'Singapore',
    joinedDaysAgo: 5,
    skills: ['TypeScript', 'Next.js', 'PostgreSQL', 'Stripe', 'React'],
    about:
      'I turn spreadsheets that run companies into software that runs companies, and keep the export button. Solo founder, forty paying customers, I know most of their first names.',
  },
  {
    key: 'anders',
    firstName: 'Anders',
    lastName: 'Møller',
    headline: 'Retired mainframe programmer, never really retired',
    location: 'Aarhus, Denmark',
    joinedDaysAgo: 2,
    skills: ['COBOL', 'C', 'SQL', 'Perl', 'Documentation'],
    about:
      'Forty-one years in banking systems. I was the person they phoned. Now I write down what nobody wrote down, and learn Rust with my granddaughter, who is faster. Glad to explain batch windows to anyone who asks.',
  },
];
