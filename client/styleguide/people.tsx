import { NoteField } from '#client/ui/form/note-field.tsx';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { Cover } from '#client/ui/person/cover.tsx';
import { MatchSentence } from '#client/ui/person/match-sentence.tsx';
import { OnlineTag } from '#client/ui/person/online-tag.tsx';
import { PersonTile } from '#client/ui/person/person-tile.tsx';
import { RelationButtons, RelationFailed } from '#client/ui/person/relation-buttons.tsx';
import { RelationTag } from '#client/ui/person/relation-tag.tsx';
import { RequestNote } from '#client/ui/person/request-note.tsx';
import { SkillChips } from '#client/ui/person/skill-chips.tsx';
import { WishLine } from '#client/ui/person/wish-line.tsx';
import { Example, nothing, Room } from './example.tsx';
import { ana, noor, unnamed } from './people-of-the-guide.ts';

const sizes = [24, 32, 40, 48, 64, 96] as const;
const relations = ['none', 'unknown', 'sent', 'ignored', 'received', 'connected'] as const;

export function People() {
  return (
    <Room name="people">
      <Example title="avatar: with a picture, drawn, without a name">
        {sizes.map((size) => (
          <Avatar key={size} person={ana} size={size} />
        ))}
        {sizes.map((size) => (
          <Avatar key={size} person={noor} size={size} />
        ))}
        <Avatar person={unnamed} size={48} />
        <Avatar person={null} size={48} />
      </Example>
      <Example title="cover: drawn for six ids">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((id) => (
          <Cover key={id} id={`sample-${id}`} className="guide-cover rounded-box" />
        ))}
      </Example>
      <Example title="skill-chips: some shared, more than shown, links">
        <SkillChips skills={ana.skills} shared={['Go', 'React']} max={4} />
        <SkillChips skills={noor.skills} linked />
      </Example>
      <Example title="note-field: closed, filled; request-note" inColumns>
        <NoteField person={ana} note="" onChange={nothing} />
        <NoteField person={noor} note="Shall we pair on the parser?" onChange={nothing} />
        <RequestNote text="Shall we pair on the parser?" />
      </Example>
      <Example title="wish-line">
        <WishLine person={{ ...ana, lookingFor: ['pair', 'hire'], hoursPerWeek: 4, timeZone: 'Europe/Lisbon' }} />
      </Example>
      <Example title="match-sentence, online-tag, relation-tag">
        <MatchSentence reasons={[{ kind: 'skills', skills: ['Go', 'React', 'SQL'] }]} />
        <OnlineTag />
        <RelationTag relation="pending" />
        <RelationTag relation="connected" />
      </Example>
      {relations.map((relation) => (
        <Example key={relation} title={`relation-buttons: ${relation}`}>
          <RelationButtons person={ana} relation={relation} canWithdraw pending={undefined} onAct={nothing} />
        </Example>
      ))}
      <Example title="relation-buttons: pending, beside another primary action; relation-failed">
        <RelationButtons person={ana} relation="none" canWithdraw pending="interested" onAct={nothing} />
        <RelationFailed failure={{ message: 'Ana has just left.', retry: nothing }} />
      </Example>
      <Example title="person-tile" inColumns>
        <PersonTile person={ana} reasons={[{ kind: 'skills', skills: ['Go'] }]} />
        <PersonTile person={noor} reasons={[]} />
      </Example>
    </Room>
  );
}
