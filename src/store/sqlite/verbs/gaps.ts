import type { GapStore } from '../../gap-store.ts';
import type { GapTables } from '../tables/gaps.ts';
import type { VerbMaker } from './verb.ts';

/** The verbs of the size of gaps. */
export function createGapVerbs(verb: VerbMaker, gaps: GapTables): GapStore {
  return {
    noteSales: verb.write((reading) => gaps.noteSales(reading)),
    openGaps: verb.read(() => gaps.open()),
    gapEvidence: verb.read((span) => gaps.evidence(span)),
    closeGaps: verb.write((gapIds, sizes) => gaps.close(gapIds, sizes)),
  };
}
