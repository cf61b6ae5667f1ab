import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { readRefused } from '#client/device/refused-link.ts';
import { useCapabilitiesKnown, useCapability } from '#client/store/api/capabilities.ts';
import { usePublicNameQuery } from '#client/store/api/public-api.ts';
import { screenName, signUpLink, subjectOf } from '#client/text/screen-names.ts';

import { to } from '#shared/routes.ts';

/** Tells a visitor whom a link of members led here what waits for them. An unpublished page is called like an unknown one. */
export function WhatWaits() {
  const [link] = useState(readRefused);
  const name = link === undefined ? undefined : screenName(link);
  const subject = link === undefined ? undefined : subjectOf(link);
  const published = useCapability('public.pages') ? subject : undefined;
  const isKnown = useCapabilitiesKnown();
  const { data: publicName, isLoading } = usePublicNameQuery(published ?? skipToken);
  // Screen readers announce it once, with the name.
  if (name === undefined || !isKnown || isLoading) return null;
  return (
    <p className="border-t border-base-300 bg-tint px-4 py-3 text-center text-balance" dir="auto">
      <span className="font-medium">{publicName || capital(name)} waits for you here.</span>{' '}
      <Link to={to.login()} className="inline-block py-1 text-primary underline underline-offset-4">
        Log in
      </Link>{' '}
      or{' '}
      <Link to={signUpLink} className="inline-block py-1 text-primary underline underline-offset-4">
        sign up
      </Link>
      , and go on from there.
    </p>
  );
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
