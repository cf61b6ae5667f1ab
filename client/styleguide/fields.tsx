import { useRef, useState } from 'react';
import { intentWords } from '#client/text/match-words.ts';
import { ChipsInput } from '#client/ui/form/chips-input.tsx';
import { ChoiceChips } from '#client/ui/form/choice-chips.tsx';
import { PasswordField, TextField } from '#client/ui/form/field.tsx';
import { PasswordHints } from '#client/ui/form/password-hints.tsx';
import { ProblemSummary } from '#client/ui/form/problem-summary.tsx';
import { SearchInput } from '#client/ui/form/search-input.tsx';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { SortSelect } from '#client/ui/form/sort-select.tsx';
import { SwitchField } from '#client/ui/form/switch-field.tsx';
import { TextAreaField } from '#client/ui/form/text-area-field.tsx';
import { ThemeSwitch } from '#client/ui/form/theme-switch.tsx';
import { Example, nothing, Room } from './example.tsx';

export function Fields() {
  const summary = useRef<HTMLDivElement>(null);
  const [skills, setSkills] = useState(['Go', 'React']);
  return (
    <Room name="fields">
      <Example title="field: empty, filled, wrong, disabled" inColumns>
        <TextField label="First name" placeholder="Ana" hint="As others see it." />
        <TextField label="First name" defaultValue="Ana" />
        <TextField label="First name" defaultValue="A" error="A name has at least 2 characters." />
        <TextField label="Email" defaultValue="ana@example.com" disabled hint="It cannot be changed here." />
        <PasswordField label="Password" defaultValue="Str0ng!pass" />
        <PasswordField label="Password" defaultValue="short" error="The two are different." />
      </Example>
      <Example title="password-hints: three of five" inColumns>
        <PasswordHints password="Strong" />
      </Example>
      <Example title="text-area-field: filled, wrong" inColumns>
        <TextAreaField label="About" defaultValue="Nine years of web work." hint="23 of 500" rows={3} />
        <TextAreaField label="About" defaultValue="Too long." error="At most 500 characters." rows={3} />
      </Example>
      <Example title="select-field: chosen, wrong" inColumns>
        <SelectField label="Status" defaultValue="live">
          <option value="live">Live</option>
        </SelectField>
        <SelectField label="Status" error="Choose one.">
          <option>Not said</option>
        </SelectField>
      </Example>
      <Example title="choice-chips">
        <ChoiceChips
          legend="You want to"
          options={['pair', 'mentor', 'hire']}
          words={intentWords}
          chosen={['mentor']}
          onChange={nothing}
        />
      </Example>
      <Example title="chips-input: filled, empty and wrong, full" inColumns>
        <ChipsInput label="Skills" value={skills} onChange={setSkills} />
        <ChipsInput label="Skills" value={[]} onChange={nothing} error="Name at least one." />
        <ChipsInput label="Skills" value={['Go', 'React']} onChange={nothing} max={2} />
      </Example>
      <Example title="switch-field: off, on, disabled" inColumns>
        <SwitchField label="Visible without an account" hint="Off by default." checked={false} onChange={nothing} />
        <SwitchField label="Visible without an account" checked onChange={nothing} />
        <SwitchField label="Visible without an account" checked={false} disabled onChange={nothing} />
      </Example>
      <Example title="problem-summary">
        <ProblemSummary
          ref={summary}
          title="Two things are missing"
          problems={[{ text: 'First name', onChoose: nothing }, { text: 'The server did not take the photo.' }]}
        />
      </Example>
      <Example title="search-input: empty, filled; sort-select, theme-switch">
        <SearchInput label="Search connections" text="" onText={nothing} onKeyDown={nothing} />
        <SearchInput label="Search connections" text="react" onText={nothing} onKeyDown={nothing} />
        <SortSelect<'newest' | 'name'> value="newest" options={{ newest: 'Newest', name: 'Name' }} onChange={nothing} />
        <ThemeSwitch />
      </Example>
    </Room>
  );
}
