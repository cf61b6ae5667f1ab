import { Avatar, Cover } from '#client/ui/person/avatar.tsx';
import anaPortrait from './pictures/ana.avif';
import yukiPortrait from './pictures/yuki.avif';
import './preview.css';
import Users from 'lucide-react/icons/users';
import { useHydrated } from '#client/lib/dom/window-state.ts';
import busPicture from './pictures/busnumber4.avif';
import keysPicture from './pictures/keyboards.avif';
import formsPicture from './pictures/kindform.avif';

const ana = { _id: 'sample-ana', firstName: 'Ana', lastName: 'Ferreira', photoUrl: anaPortrait };
const yuki = { _id: 'sample-sato', firstName: 'Yuki', lastName: 'Sato', photoUrl: yukiPortrait };

/**
 * An animated picture of the product, made of its own components with sample data: a card is stamped Interested, and
 * two messages follow. It plays once. Hidden from screen readers and the keyboard. What stands at the end of a line has a width
 * of its own, so that it does not move when the fonts come.
 */
export function Preview() {
  return (
    <div aria-hidden="true" inert className="relative mx-auto h-[28rem] w-full max-w-md select-none">
      <div className="absolute start-0 top-2 w-[17rem] -rotate-5 max-sm:w-[14rem]">
        <Person person={yuki} headline="Small compilers, loud synths" skills={['TypeScript', 'WASM', 'Rust']} />
      </div>
      <div className="scene-card absolute end-0 top-12 w-[18.5rem] rotate-3 max-sm:w-[15.5rem]">
        <span className="scene-stamp absolute end-4 top-4 z-1 w-30 rotate-4 rounded-field bg-primary py-2 text-center font-semibold text-primary-content">
          Interested
        </span>
        <Person person={ana} headline="Makes slow queries fast" skills={['PostgreSQL', 'Go', 'React']}>
          <p className="font-medium text-primary text-small">You both use PostgreSQL and Go</p>
          <div className="mt-2 grid grid-cols-[1fr_1.4fr] gap-2">
            <span className="btn btn-outline">Ignore</span>
            <span className="btn btn-primary">Interested</span>
          </div>
        </Person>
      </div>
      <p className="scene-first absolute start-2 bottom-5 rounded-box rounded-es-sm border border-base-300 bg-raised px-4 py-2.5 text-small shadow-lg sm:start-6">
        Shall we pair on the parser?
      </p>
      <p className="scene-second absolute end-2 -bottom-4 w-42 rounded-box rounded-ee-sm border border-transparent bg-primary px-4 py-2.5 font-medium text-primary-content text-small shadow-lg sm:end-10">
        Tonight, at eight.
      </p>
    </div>
  );
}

interface PersonProps {
  person: typeof ana;
  headline: string;
  skills: readonly string[];
  children?: React.ReactNode;
}

function Person({ person, headline, skills, children }: PersonProps) {
  return (
    <div className="card overflow-hidden rounded-[1.25rem]">
      <Cover id={person._id} className="h-26" />
      <div className="flex flex-col gap-1 px-5 pb-5">
        <Avatar person={person} size={96} className="-mt-14 border-4 border-base-100" />
        <p className="text-h2">
          {person.firstName} {person.lastName}
        </p>
        <p className="text-muted text-small">{headline}</p>
        <div className="mt-2 mb-1 flex flex-wrap gap-1.5">
          {skills.map((skill, at) => (
            <span key={skill} className={at < 2 ? 'chip chip-hit' : 'chip'}>
              {skill}
            </span>
          ))}
        </div>
        {children}
      </div>
    </div>
  );
}

const examples = [
  {
    name: 'Kindform',
    picture: formsPicture,
    text: 'A form library that assumes the person is tired, on a train, and right.',
    skills: ['TypeScript', 'React', 'Accessibility'],
    wanted: 'somebody with a screen reader',
  },
  {
    name: 'Where is the Number 4',
    picture: busPicture,
    text: 'A map of the buses that have no map, made of the traces of people who ride them.',
    skills: ['Python', 'GIS', 'PostgreSQL'],
    wanted: 'a front end that opens on 2G',
  },
  {
    name: 'Qillqana',
    picture: keysPicture,
    text: 'Keyboards and spell checking for Quechua, Aymara and Asháninka.',
    skills: ['Unicode', 'JavaScript', 'Open data'],
    wanted: 'grandmothers, and those who know Unicode',
  },
] as const;

/** Cards of projects from the sample network. They are not links: a visitor without a session cannot open a project. */
export function Examples() {
  const hydrated = useHydrated();
  return (
    <section aria-labelledby="examples" className="pb-12 md:pb-20">
      <h2 id="examples" className="text-h1">
        What people build
      </h2>
      <p className="mt-2 text-muted">Three examples of a project’s page, and of who it looks for.</p>
      <ul className="mt-6 grid gap-4 md:grid-cols-3">
        {examples.map(({ name, picture, text, skills, wanted }) => (
          <li key={name} className="card overflow-hidden rounded-[1.25rem]">
            {/* The pre-rendered page has the place only: the addresses of pictures are known to the built script. */}
            <div className="aspect-cover overflow-hidden bg-tint">
              {hydrated && <img src={picture} alt="" loading="lazy" className="size-full object-cover" />}
            </div>
            <div className="flex flex-1 flex-col gap-2 p-5">
              <h3 className="text-h3">{name}</h3>
              <p className="text-muted text-small">{text}</p>
              <p className="flex flex-wrap gap-1.5">
                {skills.map((skill) => (
                  <span key={skill} className="chip">
                    {skill}
                  </span>
                ))}
              </p>
              <p className="mt-auto flex items-center gap-1.5 pt-2 font-medium text-primary text-small">
                <Users size={16} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
                Looks for {wanted}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
