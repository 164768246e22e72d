import sharp from 'sharp';

export function drawInk(): Promise<Buffer> {
  const strokes = [
    'M30 120 C60 20 90 20 80 100 S60 150 110 110 S150 60 160 100 S180 130 210 90',
    'M210 90 C240 50 250 120 270 100 S310 70 320 105 S360 120 400 70',
    'M60 150 C180 130 300 140 420 120',
  ];
  const paths = strokes.map((path) => `<path d="${path}"/>`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="450" height="170" fill="none" stroke="#12205a"
    stroke-width="5" stroke-linecap="round">${paths}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
