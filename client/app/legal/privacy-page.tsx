import { ByAccount, Contact, LegalPage, Part } from './legal-page.tsx';

const list = 'flex list-disc flex-col gap-1 ps-5';

/** Lists the data that this software stores by itself. An operator who stores more, or must state more by law, names a text of their own. */
export function PrivacyPage() {
  return (
    <LegalPage name="privacy" title="Privacy">
      <ByAccount>{privacyText}</ByAccount>
    </LegalPage>
  );
}

function privacyText(hasAccount: boolean) {
  return (
    <>
      <p>
        This page says what the software of this site stores. It shows no advertising and sells nothing. A picture that
        somebody keeps on another site is loaded from there, and that site sees your network address, but not which page
        you read.
      </p>
      <Part title="What is stored">
        {hasAccount ? (
          <ul className={list}>
            <li>
              Your account: name, email address, what you write in your profile, and a hash of your password. The
              password itself is not stored.
            </li>
            <li>
              What you make: projects, requests and decisions, messages, pictures. Pictures are made anew when you
              upload them, without place and camera data.
            </li>
            <li>
              Where you are logged in: the kind of device and a shortened network address, until you log out or for 90
              days.
            </li>
            <li>The history of your account, such as logins and changes of the password: 90 days.</li>
            <li>Notifications: 90 days.</li>
            <li>Reports that you send or that are about you: 180 days after they were answered.</li>
            <li>What the people who run this site have done to your account, such as a suspension: two years.</li>
            <li>Mails to you: encrypted, until they are sent, a day at most.</li>
          </ul>
        ) : (
          <ul className={list}>
            <li>Your account: name, email address, what you write in your profile, and your password.</li>
            <li>What you make: projects, requests and decisions, messages, links to pictures.</li>
          </ul>
        )}
      </Part>
      <Part title="Cookies and this device">
        <ul className={list}>
          <li>One cookie keeps you logged in.</li>
          {hasAccount && (
            <li>One says that this device has logged in before, so that nobody elsewhere can lock you out.</li>
          )}
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
          The server’s log has the time and the kind of each call, and no messages, names, passwords or network
          addresses. The people who run this site decide how long logs and backups are kept.
        </p>
      </Part>
      <Part title="Who sees what">
        {hasAccount ? (
          <p>
            People with an account see your profile and your projects. Your email address is shown to nobody. Messages
            are read by the two people of the conversation; if one reports a message, the people who run this site read
            that message. Without an account, only profiles and projects can be seen whose owner has made them public.
          </p>
        ) : (
          <p>
            People with an account see your profile and your projects. Messages are read by the two people of the
            conversation. Without an account, none of them can be seen here.
          </p>
        )}
      </Part>
      <Part title="Your data, and deleting it">
        {hasAccount ? (
          <ul className={list}>
            <li>Settings, Data downloads everything that is stored about you as one file.</li>
            <li>
              Settings, Data also deletes the account. It is hidden at once, and erased on a day that you are told:
              usually 14 days later, so that you can change your mind, or at once if you ask for that. Profile,
              projects, requests, pictures and history go. Messages stay with those who received them, from “Former
              member”.
            </li>
          </ul>
        ) : (
          <p>The account cannot be deleted here; ask below.</p>
        )}
        <p>Backups are overwritten in their own time; ask below how long that takes.</p>
      </Part>
      <Part title="Questions">
        <Contact />
      </Part>
    </>
  );
}
