import { copy } from '#client/lib/text/copy.ts';
import { Wordmark } from '#client/ui/open-page.tsx';
import { to } from '#shared/routes.ts';
import type { Shared, ShareSite } from '#shared/share-page.ts';
import { linkPictureOf, structuredData, wordsOf } from './link-preview.ts';
import { SharedProfile } from './shared-profile.tsx';
import { SharedProject } from './shared-project.tsx';

/** A whole page for people without an account. It runs no script but the theme's. */
export function SharePage({ shared, site }: { shared: Shared; site: ShareSite }) {
  const { title, description, path, pictureAlt } = wordsOf(shared);
  const picture = linkPictureOf(shared);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#f3f4f8" />
        <title>{`${title} - ${copy.product}`}</title>
        <meta name="description" content={description} />
        <link rel="canonical" href={site.origin + path} />
        <meta property="og:type" content={shared.kind === 'profile' ? 'profile' : 'article'} />
        <meta property="og:site_name" content={copy.product} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        {site.origin !== '' && <meta property="og:url" content={site.origin + path} />}
        <meta property="og:image" content={site.origin + picture.path} />
        {picture.width && <meta property="og:image:width" content={String(picture.width)} />}
        {picture.height && <meta property="og:image:height" content={String(picture.height)} />}
        <meta property="og:image:alt" content={pictureAlt} />
        <meta name="twitter:card" content={picture.card} />
        <script src="/theme.js" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <style
          // biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape quotes; the build has written this.
          dangerouslySetInnerHTML={{ __html: site.styles }}
        />
        <script
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape quotes; structuredData escapes tags.
          dangerouslySetInnerHTML={{ __html: structuredData(shared, { title, description, path }, site) }}
        />
      </head>
      <body>
        <div className="relative flex min-h-dvh flex-col overflow-x-clip">
          <header className="gutter-x mx-auto flex w-full max-w-reading items-center justify-between gap-4 py-2">
            <a href={to.landing()} className="py-2">
              <span className="sr-only">{copy.product}</span>
              <Wordmark />
            </a>
            <a href={to.login()} className="btn btn-ghost">
              Log in
            </a>
          </header>
          <main id="main" className="gutter-x mx-auto flex w-full max-w-reading flex-1 flex-col gap-6 py-6">
            {shared.kind === 'project' ? (
              <SharedProject project={shared.project} />
            ) : (
              <SharedProfile user={shared.user} />
            )}
          </main>
          <footer className="border-t border-base-300">
            <div className="gutter-x mx-auto flex w-full max-w-reading flex-wrap justify-between gap-2 py-6 text-small text-muted">
              <span>{copy.product}</span>
              <span>For developers, by developers.</span>
            </div>
          </footer>
        </div>
      </body>
    </html>
  );
}
