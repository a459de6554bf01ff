import { setImmediate } from 'node:timers/promises';
import type { HousekeepingStore, PruneStep } from '../../store.ts';
import type { VerbMaker } from './verb.ts';

/** The verbs of keeping the store small. */
export function createHousekeepingVerbs(
  verb: VerbMaker,
  {
    pass,
    giveBackSpace,
    emptyLog,
  }: {
    readonly pass: (now: number) => PruneStep;
    /** Whether there is more to give back. */
    readonly giveBackSpace: () => boolean;
    readonly emptyLog: () => void;
  },
): HousekeepingStore {
  const giveBack = verb.read(giveBackSpace);
  const empty = verb.read(emptyLog);

  return {
    prune: verb.write(pass),
    async tidy() {
      while (await giveBack()) await setImmediate();
      await empty();
    },
  };
}
