import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Heap and external memory in use after a garbage collection, in MiB. */
export function usedMebibytes(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1_024 / 1_024;
}
