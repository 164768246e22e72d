import { TextField } from '../../../parts/field.tsx';
import { useSettingsText } from '../text.ts';

interface CurrentPasswordFieldProps {
  readonly value: string;
  readonly autofocus?: boolean;
  readonly onValue: (password: string) => void;
}

/** For changes of credentials. */
export function CurrentPasswordField(props: CurrentPasswordFieldProps) {
  const text = useSettingsText();
  return (
    <TextField
      label={text('currentPassword')}
      type="password"
      autocomplete="current-password"
      required
      {...props}
    />
  );
}
