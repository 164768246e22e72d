import { useText } from '../text/text-context.ts';
import { CodeForm, type CodeFormProps } from './code-form.tsx';
import { LastDay } from './last-day.tsx';
import { MessageScreen } from './message-screen.tsx';

export function VerificationScreen(props: CodeFormProps) {
  const text = useText();
  const { documentName, senderName } = props.view;
  return (
    <MessageScreen view={props.view} icon="lock" mood="calm" title={text('verifyTitle')}>
      <p>{text('verifyIntro', { name: documentName, sender: senderName })}</p>
      <LastDay view={props.view} />
      <CodeForm {...props} />
    </MessageScreen>
  );
}
