import type { Observation } from '../observation.ts';
import { answers } from './answers.ts';
import { auctions } from './auctions.ts';
import { contextOf, type Oracle } from './context.ts';
import { errors } from './errors.ts';
import { exactlyOnce } from './exactly-once.ts';
import { floors } from './floors.ts';
import { forgotten } from './forgotten.ts';
import { greetings } from './greetings.ts';
import { health } from './health.ts';
import { kept } from './kept.ts';
import { latency } from './latency.ts';
import { openings } from './openings.ts';
import { order } from './order.ts';
import { patience } from './patience.ts';
import { peopleAuctions } from './people-auctions.ts';
import { permits } from './permits.ts';
import { pings } from './pings.ts';
import { progress } from './progress.ts';
import { reading } from './reading.ts';
import { recaps } from './recaps.ts';
import { refusals } from './refusals.ts';
import { roles } from './roles.ts';
import { shown } from './shown.ts';
import { silences } from './silences.ts';
import { staleWrites } from './stale-writes.ts';
import { templates } from './templates.ts';
import { ticker } from './ticker.ts';
import { why } from './why.ts';

const ORACLES: readonly (readonly [name: string, oracle: Oracle])[] = [
  ['errors', errors],
  ['exactly once', exactlyOnce],
  ['auctions', auctions],
  ['auctions of people', peopleAuctions],
  ['refusals', refusals],
  ['openings', openings],
  ['forgotten', forgotten],
  ['floors', floors],
  ['recaps', recaps],
  ['greetings', greetings],
  ['ticker', ticker],
  ['silences', silences],
  ['templates', templates],
  ['pings', pings],
  ['order', order],
  ['latency', latency],
  ['progress', progress],
  ['permits', permits],
  ['patience', patience],
  ['reading', reading],
  ['shown', shown],
  ['kept', kept],
  ['health', health],
  ['why', why],
];

/** Of several bots. Times, settings and people are judged with one bot alone. */
const ORACLES_OF_BOTS: typeof ORACLES = [
  ['errors', errors],
  ['exactly once', exactlyOnce],
  ['order', order],
  ['roles', roles],
  ['stale writes', staleWrites],
  ['answers', answers],
];

/** Not asked if a silence of the whole server leaves out what they expect. */
const OF_WHOLE_SERVER: ReadonlySet<string> = new Set(['auctions', 'floors', 'recaps']);

/** A mistake that an oracle found. */
export interface Violation {
  readonly oracle: string;
  readonly words: string;
}

/** What was wrong in a history; empty when nothing was. */
export function judge(observation: Observation): readonly Violation[] {
  const context = contextOf(observation);
  const isAllSilenced = observation.silences.some(({ what }) => what.of === 'server');
  const oracles = (observation.bots === null ? ORACLES : ORACLES_OF_BOTS).filter(
    ([name]) => !(isAllSilenced && OF_WHOLE_SERVER.has(name)),
  );
  return oracles.flatMap(([name, oracle]) => oracle(context).map((words) => ({ oracle: name, words })));
}
