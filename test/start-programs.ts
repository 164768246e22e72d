import './spawn-by-small-process.ts';
