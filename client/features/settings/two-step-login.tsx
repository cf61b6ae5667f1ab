import ShieldCheck from 'lucide-react/icons/shield-check';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { announce } from '#client/lib/dom/announce.tsx';
import { Button } from '#client/ui/button.tsx';
import { PasswordField } from '#client/ui/form/field.tsx';
import { OneFieldForm } from '#client/ui/form/one-field-form.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { fewRecoveryCodes } from '#shared/account/recovery-codes.ts';
import type { SecondFactorReply, StartTotpReply } from '#shared/api/account/totp.ts';
import { type OwnerConfirmation, useOwnerConfirmation } from './confirm-owner.tsx';
import { SettingsCard, WhileLoading } from './settings-card.tsx';
import {
  ConfirmApp,
  ShowCodes,
  useMakeRecoveryCodesMutation,
  useSecondFactorQuery,
  useStartTotpMutation,
  useSwitchTotpOffMutation,
} from './totp-setup.tsx';

/** The step that the card shows in place of its buttons. */
type Step =
  | { name: keyof typeof asks }
  | { name: 'confirm'; started: StartTotpReply }
  | { name: 'codes'; codes: readonly string[] };

/** The second factor of the account. With the capability `totp`. */
export function TwoStepLogin() {
  const query = useSecondFactorQuery();
  const { data } = query;
  const [step, setStep] = useState<Step>();
  const { confirmed, dialog } = useOwnerConfirmation();
  const heading = useRef<HTMLParagraphElement>(null);

  /** Back to the buttons; the focus would be lost with what is closed. */
  const close = (said?: string) => {
    flushSync(() => setStep(undefined));
    heading.current?.focus();
    if (said !== undefined) announce(said);
  };
  return (
    <SettingsCard title="Two-step login">
      <p ref={heading} tabIndex={-1} className="text-muted">
        After your password, the login asks for a code that an app on your phone shows. Somebody who has only the
        password stays out.
      </p>
      <WhileLoading query={query} rows={1} />
      {step === undefined ? (
        data && <Overview state={data} onStep={(name) => setStep({ name })} />
      ) : (
        <CurrentStep step={step} confirmed={confirmed} onStep={setStep} onClose={close} />
      )}
      {dialog}
    </SettingsCard>
  );
}

interface OverviewProps {
  state: SecondFactorReply;
  onStep: (name: keyof typeof asks) => void;
}

function Overview({ state: { on, since, recoveryCodesLeft: left }, onStep }: OverviewProps) {
  if (!on)
    return (
      <div>
        <Button onClick={() => onStep('start')}>
          <ShieldCheck size={16} strokeWidth={1.75} aria-hidden="true" />
          Switch on
        </Button>
      </div>
    );
  return (
    <>
      <p className="text-small">
        <span className="font-semibold">On</span>
        {since !== null && (
          <span>
            {' since '}
            <RelativeTime iso={since} />
          </span>
        )}
        <span>{`. ${left === 1 ? '1 recovery code is' : `${left === 0 ? 'No' : left} recovery codes are`} left.`}</span>
      </p>
      {left <= fewRecoveryCodes && (
        <p className="text-small text-warning">Make new ones before you need them without your phone.</p>
      )}
      <p className="text-muted text-small">
        A new password, also one by mail, does not switch it off. If you lose your phone and the codes, only the people
        who run this site can. Passkeys ask for no code.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onStep('new-codes')}>New recovery codes</Button>
        <Button className="text-error" onClick={() => onStep('off')}>
          Switch off
        </Button>
      </div>
    </>
  );
}

interface StepProps extends Pick<OwnerConfirmation, 'confirmed'> {
  step: Step;
  onStep: (step: Step) => void;
  onClose: (said?: string) => void;
}

/** The steps that ask for the password, with the words of the button that sends it. */
const asks = {
  start: {
    action: 'Continue',
    words:
      'You need an authenticator app, such as the one that comes with your phone or your password manager. Devices that are logged in stay so.',
  },
  'new-codes': { action: 'Make new codes', words: 'The old recovery codes stop working.' },
  off: {
    action: 'Switch off',
    words: 'The login then asks for your password only, and the recovery codes stop working.',
  },
} as const;

function CurrentStep({ step, confirmed, onStep, onClose }: StepProps) {
  const [start] = useStartTotpMutation();
  const [makeCodes] = useMakeRecoveryCodesMutation();
  const [switchOff] = useSwitchTotpOffMutation();
  const cancel = () => onClose();
  const showCodes = (codes: readonly string[]) => onStep({ name: 'codes', codes });
  if (step.name === 'confirm') return <ConfirmApp started={step.started} onConfirmed={showCodes} onCancel={cancel} />;
  if (step.name === 'codes') return <ShowCodes codes={step.codes} onKept={() => onClose('Two-step login is on')} />;
  const sends = {
    start: async (password: string) => onStep({ name: 'confirm', started: await start(password).unwrap() }),
    'new-codes': async (password: string) =>
      showCodes((await confirmed(() => makeCodes(password).unwrap(), password)).recoveryCodes),
    off: async (password: string) => {
      await confirmed(() => switchOff(password).unwrap(), password);
      onClose('Two-step login is off');
    },
  };
  const { action, words } = asks[step.name];
  return (
    <OneFieldForm
      key={step.name}
      name="password"
      className="max-w-md"
      render={(field) => <PasswordField label="Your password" autoComplete="current-password" autoFocus {...field} />}
      action={action}
      send={sends[step.name]}
      onCancel={cancel}
    >
      <p className="text-small">{words}</p>
    </OneFieldForm>
  );
}
