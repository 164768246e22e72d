import type { ProblemAt } from '../../../parts/failure-notice.tsx';
import { TextField } from '../../../parts/field.tsx';
import { useSettingsText } from '../text.ts';

interface CurrentPasswordFieldProps {
  readonly problemAt: ProblemAt;
  readonly value: string;
  readonly autofocus?: boolean;
  readonly onValue: (password: string) => void;
}

/** For changes of credentials. */
export function CurrentPasswordField({ problemAt, ...rest }: CurrentPasswordFieldProps) {
  const text = useSettingsText();
  return (
    <TextField
      label={text('currentPassword')}
      type="password"
      autocomplete="current-password"
      required
      problem={problemAt('currentPassword', text('currentPassword'))}
      {...rest}
    />
  );
}
