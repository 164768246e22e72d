import { encode } from 'uqr';

interface QrCodeProps {
  readonly content: string;
  readonly label: string;
}

/** The zone is in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** The code is dark on light in both themes, because some readers need it. */
export function QrCode({ content, label }: QrCodeProps) {
  const { data, size } = encode(content, { border: QUIET_ZONE });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}
