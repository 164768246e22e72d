import { CheckField } from '../../../parts/field.tsx';
import { useSettingsText } from '../text.ts';

interface ProgramAccessFieldProps {
  readonly isEnded: boolean;
  readonly onChange: (isEnded: boolean) => void;
}

/** API keys stay. */
export function ProgramAccessField({ isEnded, onChange }: ProgramAccessFieldProps) {
  const text = useSettingsText();
  return (
    <>
      <CheckField label={text('endPrograms')} isChecked={isEnded} onChange={onChange} />
      <p class="soft">
        {text('keysStay')}{' '}
        <a class="text-link" href="/settings/api-keys">
          {text('reviewKeys')}
        </a>
      </p>
    </>
  );
}
