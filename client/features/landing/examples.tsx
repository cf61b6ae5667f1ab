import { useHydrated } from '#client/dom/use-hydrated.ts';
import { LineIcon } from '#client/ui/line-icon.tsx';
import { lines } from './lines.ts';
import busPicture from './pictures/busnumber4.avif';
import keysPicture from './pictures/keyboards.avif';
import formsPicture from './pictures/kindform.avif';

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
                <LineIcon line={lines.users} size={16} className="shrink-0" />
                Looks for {wanted}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
