import { pickWeighted, type Random } from '../../sandbox/marketplace/random/random.ts';
import type { History, RulePlan, Step } from './history.ts';

/*
 * Rules that mention a role for some of their alerts, and rules that leave out a token or a wallet. They are drawn beside
 * everything else, so that the histories of a seed stay what they are without them.
 */

const PINGS_SHARE = 0.12;
const EXCLUSIONS_SHARE = 0.08;
/** Marks of their own: silences have those from 0. */
const FIRST_MARK = 50;

const SALES: RulePlan = { topics: ['sale'], collection: null, priceFrom: null };

/** A rule of a further channel that mentions the role for some of its sales. */
function pingingRule(random: Random): RulePlan {
  const pings = pickWeighted(
    random,
    [
      [5, { from: random.between(2, 30) }],
      [2, { rank: random.between(5, 60) }],
      [1, { belowFloor: random.between(5, 50) }],
      [2, { from: random.between(2, 20), rank: random.between(20, 100) }],
    ] as const satisfies readonly (readonly [number, NonNullable<RulePlan['pings']>])[],
    ([weight]) => weight,
  )[1];
  return { ...SALES, pings };
}

/** Rules of further channels that leave out a token or a wallet, and a sale of each. */
function withExclusions(random: Random, history: History): History {
  const collection = random.below(4);
  const lastAt = history.steps.at(-1)?.at ?? 0;
  const firstAt = history.steps[0]?.at ?? 0;
  const trade = (mark: number): Step => ({
    at: random.between(firstAt, lastAt),
    do: 'marked trade',
    ...{ collection, mark },
  });
  const steps = [...history.steps, trade(FIRST_MARK), trade(FIRST_MARK + 1)];
  return {
    ...history,
    auctionRules: [
      ...(history.auctionRules ?? []),
      { ...SALES, notToken: { collection, mark: FIRST_MARK } },
      { ...SALES, notWallet: FIRST_MARK + 1 },
    ],
    steps: steps.toSorted((one, other) => one.at - other.at),
  };
}

/** The history with a rule that mentions a role, or with exclusions, or with neither. */
export function withSomePings(random: Random, history: History): History {
  const hasPings = random.chance(PINGS_SHARE);
  const hasExclusions = random.chance(EXCLUSIONS_SHARE);
  // Where there are templates, nothing mentions anybody, so that their words are known not to.
  const isTemplated = history.steps.some((step) => step.do === 'save template');
  const first =
    hasPings && !isTemplated
      ? { ...history, auctionRules: [...(history.auctionRules ?? []), pingingRule(random)] }
      : history;
  return hasExclusions ? withExclusions(random, first) : first;
}
