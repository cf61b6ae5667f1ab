import ShieldCheck from 'lucide-react/icons/shield-check';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { announce } from '#client/lib/dom/announce.tsx';
import { Button } from '#client/ui/button.tsx';
import { PasswordField } from '#client/ui/form/field.tsx';
import { OneFieldForm } from '#client/ui/form/one-field-form.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { fewRecoveryCodes } from '#shared/account/recovery-codes.ts';
import type { SecondFactorReply, StartTotpReply } from '#shared/api/totp.ts';
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
  | { name: 'start' | 'new-codes' | 'off' }
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
  onStep: (name: 'start' | 'new-codes' | 'off') => void;
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

function CurrentStep({ step, confirmed, onStep, onClose }: StepProps) {
  const [start] = useStartTotpMutation();
  const [makeCodes] = useMakeRecoveryCodesMutation();
  const [switchOff] = useSwitchTotpOffMutation();
  const cancel = () => onClose();
  switch (step.name) {
    case 'start': {
      const send = async (password: string) => onStep({ name: 'confirm', started: await start(password).unwrap() });
      return (
        <PasswordForm key="start" action="Continue" send={send} onCancel={cancel}>
          You need an authenticator app, such as the one that comes with your phone or your password manager. Devices
          that are logged in stay so.
        </PasswordForm>
      );
    }
    case 'confirm': {
      const show = (codes: string[]) => onStep({ name: 'codes', codes });
      return <ConfirmApp started={step.started} onConfirmed={show} onCancel={cancel} />;
    }
    case 'codes':
      return <ShowCodes codes={step.codes} onKept={() => onClose('Two-step login is on')} />;
    case 'new-codes': {
      const send = async (password: string) =>
        onStep({
          name: 'codes',
          codes: (await confirmed(() => makeCodes(password).unwrap(), password)).recoveryCodes,
        });
      return (
        <PasswordForm key="new-codes" action="Make new codes" send={send} onCancel={cancel}>
          The old recovery codes stop working.
        </PasswordForm>
      );
    }
    case 'off': {
      const send = async (password: string) => {
        await confirmed(() => switchOff(password).unwrap(), password);
        onClose('Two-step login is off');
      };
      return (
        <PasswordForm key="off" action="Switch off" send={send} onCancel={cancel}>
          The login then asks for your password only, and the recovery codes stop working.
        </PasswordForm>
      );
    }
  }
}

interface Props {
  children: ReactNode;
  /** The words of the button that sends. */
  action: string;
  send: (password: string) => Promise<unknown>;
  onCancel: () => void;
}

/** Asks for the password again, for a call that needs it. */
export function PasswordForm({ children, ...form }: Props) {
  return (
    <OneFieldForm
      name="password"
      className="max-w-md"
      render={(field) => <PasswordField label="Your password" autoComplete="current-password" autoFocus {...field} />}
      {...form}
    >
      <p className="text-small">{children}</p>
    </OneFieldForm>
  );
}
