import { useEffect, useState } from 'preact/hooks';

/** Seconds, and a function that starts them. */
export function useCountdown(seconds = 0): [number, (seconds: number) => void] {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft];
}
