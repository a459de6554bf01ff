import { createRandom } from '../../sandbox/marketplace/random/random.ts';
import { generateHistory } from './generate-history.ts';
import { withSomeGuests, withSomeTicker } from './guest-steps.ts';
import type { History } from './history.ts';
import { withSomePeople } from './people-steps.ts';
import { withSomePings } from './ping-steps.ts';
import { withPollInterval } from './poll-interval.ts';
import { withSomeRecaps } from './recap-steps.ts';
import { withSomeSilences } from './silence-steps.ts';
import { withSomethingStrange } from './strange-steps.ts';
import { withSomeTemplates } from './template-steps.ts';
import { withWhy } from './why-steps.ts';

/** The history of a seed. People, strange things, guests, silences, templates, a ticker, questions, pings and how often it polls are drawn apart, so that what else happens is what happened before there were any. */
export function generateAnyHistory(seed: string): History {
  const random = createRandom(`history ${seed}`);
  const usual = withSomeRecaps(random, generateHistory(seed, random));
  const history = withPollInterval(createRandom(`polls ${seed}`), usual);
  const strange = withSomethingStrange(createRandom(`strange ${seed}`), history);
  const busy = withSomePeople(createRandom(`people ${seed}`), strange);
  const invited = withSomeGuests(createRandom(`guests ${seed}`), busy);
  const silenced = withSomeSilences(createRandom(`silences ${seed}`), invited);
  const worded = withSomeTemplates(createRandom(`templates ${seed}`), silenced);
  const ticking = withSomeTicker(createRandom(`ticker ${seed}`), worded);
  const asked = withWhy(createRandom(`why ${seed}`), ticking);
  return withSomePings(createRandom(`pings ${seed}`), asked);
}

/** Whether somebody in it watches something. */
export const hasPeople = ({ steps }: History): boolean => steps.some((step) => step.do === 'watch');
