import type { RelationWith } from '#client/store/api/relations/use-relation.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog/dialog.tsx';
import type { User } from '#shared/api/users.ts';

interface Props {
  person: User;
  relationWith: RelationWith;
  onClose: () => void;
}

export function RemoveConnection({ person, relationWith: { pending, failure, act }, onClose }: Props) {
  return (
    <Dialog
      title={`Remove ${person.firstName} from your connections?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep</Button>
          <Button
            look="danger"
            pending={pending === 'remove'}
            onClick={() => void act('remove').then((done) => done && onClose())}
          >
            Remove
          </Button>
        </>
      }
    >
      <p>You can no longer chat with each other. {person.firstName} is not told.</p>
      {failure && (
        <p role="alert" className="mt-3 text-error">
          Not removed. {failure.message}
        </p>
      )}
    </Dialog>
  );
}
