import { Cover } from '#client/ui/person/cover.tsx';
import { Drawn } from '#client/ui/person/drawn.tsx';
import { LinkInstead } from '#client/ui/picture/link-instead.tsx';
import { Picture } from '#client/ui/picture/picture.tsx';
import { PictureField } from '#client/ui/picture/picture-field.tsx';
import { Example, nothing, Room } from './example.tsx';
import { kindform } from './people-of-the-guide.ts';

/** A picture that never arrives. */
const send = () => new Promise<string>(nothing);

export function Pictures() {
  const id = kindform._id;
  return (
    <Room name="pictures">
      <Example title="picture: there, missing; drawn as a thumbnail">
        <div className="guide-cover overflow-hidden rounded-box">
          <Picture src={kindform.projectImage} size="card">
            <Drawn id={id} shape="card" />
          </Picture>
        </div>
        <div className="guide-cover overflow-hidden rounded-box">
          <Picture src="" size="card">
            <Drawn id={id} shape="card" />
          </Picture>
        </div>
        <Cover id={id} shape="thumb" className="h-12 w-18 rounded-selector" />
      </Example>
      <Example title="picture-field: empty; filled and refused; link-instead: closed, open">
        <PictureField
          label="Project picture"
          value=""
          preview={<Cover id={id} className="h-16 w-28 rounded-field" />}
          aspect={16 / 9}
          send={send}
          onChange={nothing}
        >
          <LinkInstead open={false}>a field</LinkInstead>
        </PictureField>
        <PictureField
          label="Project picture"
          value="there"
          preview={<Cover id={id} src={kindform.projectImage} className="h-16 w-28 rounded-field" />}
          aspect={16 / 9}
          error="This picture is no longer here. Please upload it again."
          send={send}
          onChange={nothing}
        >
          <LinkInstead open>a field</LinkInstead>
        </PictureField>
      </Example>
    </Room>
  );
}
