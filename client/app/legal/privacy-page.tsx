import { ByCapability } from './by-capability.tsx';
import type { Has } from './legal-capability.ts';
import { Contact, LegalPage, Part } from './legal-page.tsx';

const list = 'flex list-disc flex-col gap-1 ps-5';

/** Lists the data that this software stores by itself. An operator who stores more, or must state more by law, names a text of their own. */
export function PrivacyPage() {
  return (
    <LegalPage name="privacy" title="Privacy">
      <ByCapability>{privacyText}</ByCapability>
    </LegalPage>
  );
}

function privacyText(has: Has) {
  return (
    <>
      <p>
        This page says what the software of this site stores. It shows no advertising
        {has('media') && ', loads nothing from companies that follow people across sites,'} and sells nothing.
        {!has('media') &&
          ' Pictures of people and projects are loaded from the sites that keep them, and those sites see your network address.'}
      </p>
      <Part title="What is stored">
        <ul className={list}>
          <li>
            Your account: name, email address, what you write in your profile
            {has('account')
              ? ', and a hash of your password. The password itself is not stored.'
              : ', and your password.'}
          </li>
          <li>
            What you make: projects, requests and decisions, messages
            {has('media')
              ? ', pictures. Pictures are made anew when you upload them, without place and camera data.'
              : ', links to pictures.'}
          </li>
          {has('account.sessions') && (
            <li>
              Where you are logged in: the kind of device and a shortened network address, until you log out or for 90
              days.
            </li>
          )}
          {has('account.history') && (
            <li>The history of your account, such as logins and changes of the password: 90 days.</li>
          )}
          {has('notifications') && <li>Notifications: 90 days.</li>}
          {has('safety.report') && (
            <li>Reports that you send or that are about you: 180 days after they were answered.</li>
          )}
          {has('moderation') && (
            <li>What the people who run this site have done to your account, such as a suspension: two years.</li>
          )}
          {has('notices.mail') && <li>Mails to you: encrypted, until they are sent, a day at most.</li>}
        </ul>
      </Part>
      <Part title="Cookies and this device">
        <ul className={list}>
          <li>One cookie keeps you logged in.</li>
          <li>One says that this device has logged in before, so that nobody elsewhere can lock you out.</li>
          <li>One remembers for ten minutes which page you wanted to open before you logged in.</li>
          <li>
            Your browser keeps drafts, settings and what was searched; until you log out, also what you have seen in the
            last seven days and what you opened last. Settings, Data removes them from this device.
          </li>
        </ul>
        <p>All of these are needed for what you ask the site to do. None follows you elsewhere.</p>
      </Part>
      <Part title="Logs">
        <p>
          The server’s log has the time, the kind of call and a pseudonym of the account for each call, and no messages,
          names, or passwords. Network addresses are left out unless the people who run this site have switched them on.
          They also decide how long logs and backups are kept.
        </p>
      </Part>
      <Part title="Who sees what">
        <p>
          People with an account see your profile and your projects.
          {has('account') && ' Your email address is shown to nobody.'} Messages are read by the two people of the
          conversation
          {has('safety.report') && '; if one reports a message, the people who run this site read that message'}.
          {has('public.pages')
            ? ' Without an account, only profiles and projects can be seen whose owner has made them public.'
            : ' Without an account, none of them can be seen here.'}
        </p>
      </Part>
      <Part title="Your data, and deleting it">
        <ul className={list}>
          <li>
            Settings, Data downloads {has('account') ? 'everything that is stored about you' : 'what you can see of it'}{' '}
            as one file.
          </li>
          {has('account') ? (
            <li>
              Settings, Data also deletes the account.
              {has('account.leaving') &&
                ' It is hidden at once, and erased on a day that you are told: usually 14 days later, so that you can change your mind, or at once if you ask for that.'}{' '}
              Profile, projects, requests, pictures and history go. Messages stay with those who received them, from
              “Former member”.
            </li>
          ) : (
            <li>The account cannot be deleted here; ask below.</li>
          )}
        </ul>
        <p>Backups are overwritten in their own time; ask below how long that takes.</p>
      </Part>
      <Part title="Questions">
        <Contact />
      </Part>
    </>
  );
}
