import Compass from 'lucide-react/icons/compass';
import Handshake from 'lucide-react/icons/handshake';
import { useState } from 'react';
import { Announcer } from '#client/ui/announcer.tsx';
import { Button } from '#client/ui/button.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Card } from '#client/ui/card.tsx';
import { CornerCount, Count } from '#client/ui/count.tsx';
import { FilterChip } from '#client/ui/filter-chip.tsx';
import { KeyCaps } from '#client/ui/key-caps.tsx';
import { LineIcon } from '#client/ui/line-icon.tsx';
import { OpenHeader } from '#client/ui/open-header.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { Screen } from '#client/ui/screen.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { Wordmark } from '#client/ui/wordmark.tsx';
import { minute } from '#shared/durations.ts';
import { Example, nothing, Room } from './example.tsx';

const looks = ['primary', 'outline', 'quiet', 'danger'] as const;

export function Basics() {
  const now = Date.now();
  return (
    <Room name="basics">
      <Announcer />
      <Example title="button: at rest, pending, disabled, with an icon">
        {looks.map((look) => (
          <Button key={look} look={look}>
            {look}
          </Button>
        ))}
        {looks.map((look) => (
          <Button key={look} look={look} pending>
            {look}
          </Button>
        ))}
        {looks.map((look) => (
          <Button key={look} look={look} disabled>
            {look}
          </Button>
        ))}
        <Button look="primary">
          <Handshake size={16} strokeWidth={1.75} aria-hidden="true" />
          Interested
        </Button>
      </Example>
      <Example title="button-link">
        {looks.map((look) => (
          <ButtonLink key={look} to="/" look={look}>
            {look}
          </ButtonLink>
        ))}
      </Example>
      <Example title="filter-chip: off, on">
        <FilterChip label="PostgreSQL" pressed={false} onPress={nothing} />
        <FilterChip label="PostgreSQL" pressed onPress={nothing} />
      </Example>
      <Example title="count, corner-count: 1, 12, more than 99">
        {[1, 12, 100].map((count) => (
          <Count key={count} count={count} word="unread" />
        ))}
        {[1, 12, 100].map((count) => (
          <span key={count} className="relative inline-flex p-3">
            <Compass size={20} aria-hidden="true" />
            <CornerCount count={count} />
          </span>
        ))}
      </Example>
      <Example title="key-caps: one key, two keys in turn, a letter with Cmd or Ctrl">
        {['?', 'g f', 'Mod+k'].map((keys) => (
          <KeyCaps key={keys} keys={keys} />
        ))}
      </Example>
      <Example title="relative-time: now, minutes, hours, days">
        {[0, 5, 180, 4000].map((minutes) => (
          <RelativeTime key={minutes} iso={new Date(now - minutes * minute).toISOString()} />
        ))}
      </Example>
      <Example title="wordmark, line-icon">
        <Wordmark />
        <LineIcon line="m16 18 6-6-6-6M8 6l-6 6 6 6" size={24} className="text-primary" />
      </Example>
      <Example title="open-header">
        <OpenHeader width="max-w-content" />
      </Example>
      <Example title="tabs, with a count">
        <SomeTabs />
      </Example>
      <Example title="screen, with actions">
        <Screen title="Projects" actions={<Button look="primary">Create a Project</Button>}>
          <Card className="p-4">card: an article about a person or a project.</Card>
        </Screen>
      </Example>
    </Room>
  );
}

function SomeTabs() {
  const [current, setCurrent] = useState('received');
  const tabs = [
    { id: 'received', label: 'Received', count: { count: 3, word: 'waiting' } },
    { id: 'sent', label: 'Sent' },
  ];
  return (
    <div className="w-full">
      <Tabs label="Requests" tabs={tabs} current={current} onSelect={setCurrent}>
        The panel of {current}.
      </Tabs>
    </div>
  );
}
