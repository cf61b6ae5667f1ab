import { ByAccount, Contact, LegalPage, Part } from './legal-page.tsx';

/** Rules that the software itself follows. An operator with a contract of their own names another text. */
export function TermsPage() {
  return (
    <LegalPage name="terms" title="Terms">
      <ByAccount>{termsText}</ByAccount>
    </LegalPage>
  );
}

function termsText(hasAccount: boolean) {
  return (
    <>
      <p>
        These are the rules of this site as the software knows them. The people who run the site may replace this page
        by their own terms.
      </p>
      <Part title="Your account">
        <p>
          Use an address that is yours, and keep the password to yourself. You are answerable for what is done with your
          account.
        </p>
        {hasAccount && <p>You can leave at any time in Settings, Data.</p>}
      </Part>
      <Part title="What you write">
        <p>
          Your texts and pictures stay yours. You allow this site to show them to the people whom you send them to or,
          in your profile and projects, to its members. Upload only what you may share.
        </p>
      </Part>
      <Part title="How we treat each other">
        <p>No harassment, no threats, no impersonation, no spam, nothing against the law.</p>
        {hasAccount && (
          <p>
            Everybody can block and report others. The people who run this site can hide content and suspend or delete
            accounts that break these rules.
          </p>
        )}
      </Part>
      <Part title="Limits of the service">
        <p>The site is offered as it is. It can be unavailable, and it can end.</p>
        {hasAccount && <p>Download your data in Settings, Data when you want a copy of your own.</p>}
      </Part>
      <Part title="Questions">
        <Contact />
      </Part>
    </>
  );
}
