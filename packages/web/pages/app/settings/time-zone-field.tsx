import { SelectField } from '../../parts/field.tsx';
import { useSettingsText } from './text.ts';

interface TimeZoneFieldProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly problem?: string | undefined;
}

/** Those that the browser knows, and the one in use. */
export function TimeZoneField({ value, onValue, problem }: TimeZoneFieldProps) {
  const text = useSettingsText();
  const zones = new Set(['UTC', value, ...Intl.supportedValuesOf('timeZone')]);
  return (
    <SelectField
      label={text('timeZone')}
      hint={text('timeZoneHint')}
      problem={problem}
      value={value}
      choices={[...zones].sort().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      onValue={onValue}
    />
  );
}
