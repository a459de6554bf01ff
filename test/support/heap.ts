import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What is in use after everything that can go has gone, in MiB: the heap, and buffers beside it. */
export function usedMebibytes(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1_024 / 1_024;
}
