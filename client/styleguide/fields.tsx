import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog/dialog.tsx';
import { Menu } from '#client/ui/dialog/popover.tsx';
import { ChipsInput } from '#client/ui/form/chips-input.tsx';
import { PasswordField, SelectField, TextAreaField, TextField } from '#client/ui/form/field.tsx';

import { SwitchField } from '#client/ui/form/switch-field.tsx';

import { Cover } from '#client/ui/person/avatar.tsx';
import { PictureField } from '#client/ui/picture/picture-field.tsx';
import { Example, nothing } from './example.tsx';

/** A picture that never arrives. */
const send = () => new Promise<string>(nothing);

export function Fields() {
  const [skills, setSkills] = useState(['Go', 'React']);
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="guide-room" aria-label="fields and dialogs">
      <Example title="fields: empty, wrong, disabled" inColumns>
        <TextField label="First name" placeholder="Ana" hint="As others see it." />
        <TextField label="First name" defaultValue="A" error="A name has at least 2 characters." />
        <TextField label="Email" defaultValue="ana@example.com" disabled hint="It cannot be changed here." />
        <PasswordField label="Password" defaultValue="short" error="The two are different." />
        <TextAreaField label="About" defaultValue="Nine years of web work." hint="23 of 500" rows={3} />
        <SelectField label="Status" error="Choose one.">
          <option>Not said</option>
        </SelectField>
        <ChipsInput label="Skills" value={skills} onChange={setSkills} />
        <SwitchField label="Visible without an account" hint="Off by default." checked onChange={nothing} />
      </Example>
      <Example title="picture">
        <PictureField
          label="Project picture"
          value=""
          preview={<Cover id="sample-kindform" className="h-16 w-28 rounded-field" />}
          aspect={16 / 9}
          send={send}
          onChange={nothing}
        />
      </Example>
      <Example title="menu, dialog">
        <Menu label="More" trigger="menu" items={[{ label: 'Delete', onSelect: nothing, danger: true }]} />
        <Button onClick={() => setOpen(true)}>dialog</Button>
      </Example>
      {isOpen && (
        <Dialog
          title="Delete Kindform?"
          onClose={() => setOpen(false)}
          actions={<Button onClick={() => setOpen(false)}>Keep it</Button>}
        >
          The page, its members and the people who ask are gone for good.
        </Dialog>
      )}
    </section>
  );
}
