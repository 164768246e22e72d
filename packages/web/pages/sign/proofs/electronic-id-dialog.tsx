import { proofText } from '@countersign/i18n/proof-text';
import { usePageLanguage } from '../../parts/language.tsx';
import { collectValues } from '../fields/field-values.ts';
import {
  ChooseDevice,
  devicesOf,
  OrderProblem,
  RunningOrder,
  SandboxNotice,
  useOrder,
} from './order-view.tsx';
import { findPending, type ProofDialogProps, ProofFrame, startOver } from './proof-frame.tsx';

export function ProofDialog(props: ProofDialogProps) {
  const { view, check, returned, client, values, onChanged, onStale, onClose } = props;
  const { documentName } = view;
  const { language } = usePageLanguage();
  const text = proofText(language);
  const { introduction } = check;
  const order = useOrder({
    client,
    first: findPending(check),
    returned,
    onGone: onStale,
    start: (input) => client.start(check.kind, check.field, input),
    onSucceeded: onChanged,
  });
  const close = (): void => {
    order.cancel();
    onClose();
  };
  const provider = String(introduction.provider ?? '');
  return (
    <ProofFrame text={text} title={text('eidTitle', { provider })} onClose={close}>
      <SandboxNotice text={text('eidSandbox')} shown={introduction.isSandbox === true} />
      {order.proof === null ? (
        <>
          <p>{text('eidIntro', { name: documentName })}</p>
          <ChooseDevice
            {...{ text, language, order, introduction }}
            onStart={(device) => order.start({ device, values: collectValues(view.fields, values) })}
          />
        </>
      ) : (
        <>
          <RunningOrder {...{ text, language, order }} />
          {devicesOf(introduction).length > 1 && (
            <button type="button" class="link-button" onClick={order.cancel}>
              {text('eidChange')}
            </button>
          )}
        </>
      )}
      <OrderProblem {...{ text, language, order }} onStartOver={() => startOver(props)} />
    </ProofFrame>
  );
}
