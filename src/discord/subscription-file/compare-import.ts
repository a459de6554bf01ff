import type { Subscription } from '../../domain/subscription.ts';
import { pauseEvery } from '../event-loop-pauses.ts';
import type { PersonAccess } from '../person-access.ts';
import type { CommandServices } from '../services.ts';
import { pingLack } from '../setup/person-lack.ts';
import type { ImportPlan, PlannedAlert } from './import-plan.ts';
import type { ReadPlan } from './plan-import.ts';
import { ruleIdentity } from './rule-identity.ts';

/** What of a file is new here, and what goes. */
export interface Comparison {
  readonly added: readonly PlannedAlert[];
  readonly removed: readonly Subscription[];
  /** How many alerts of the file are here already. */
  readonly present: number;
  readonly settings: ImportPlan['settings'];
  readonly leftOut: readonly string[];
}

/** Rules that are compared before others have the event loop. */
const COMPARED_AT_ONCE = 100;

/**
 * Holds what a file asks for against what is here.
 * @param mode whether what the file does not have goes
 */
export async function compareImport(
  plan: ReadPlan,
  present: readonly Subscription[],
  mode: 'add' | 'replace',
  asking: { readonly person: PersonAccess; readonly services: Pick<CommandServices, 'settings'> },
): Promise<Comparison> {
  const pause = pauseEvery(COMPARED_AT_ONCE);
  async function byIdentity<T>(all: readonly T[], identityOf: (one: T) => string): Promise<Map<string, T>> {
    const found = new Map<string, T>();
    for (const one of all) {
      await pause();
      found.set(identityOf(one), one);
    }
    return found;
  }
  const ofPlanned = ({ channelId, rule }: PlannedAlert) => ruleIdentity(channelId, rule);
  const here = await byIdentity(present, (one) => ruleIdentity(one.channelId, one));
  const distinct = await byIdentity(plan.alerts, ofPlanned);
  const untouched = await byIdentity(plan.untouched, ofPlanned);
  const wanted = [...distinct].filter(([identity]) => !here.has(identity)).map(([, one]) => one);
  const leftOut: string[] = [...plan.leftOut];
  const closed = new Set<string>();
  const chosen = new Map(plan.settings.map((one) => [one.channelId, one.settings]));
  for (const channelId of new Set(wanted.map((one) => one.channelId))) {
    const { ping } = chosen.get(channelId) ?? asking.services.settings.channel(channelId);
    const lack = pingLack(channelId, ping, asking);
    if (lack === null) continue;
    closed.add(channelId);
    leftOut.push(lack);
  }
  const stays = (identity: string) => distinct.has(identity) || untouched.has(identity);
  return {
    added: wanted.filter(({ channelId }) => !closed.has(channelId)),
    removed: mode === 'add' ? [] : [...here].filter(([identity]) => !stays(identity)).map(([, one]) => one),
    present: distinct.size - wanted.length,
    settings: plan.settings,
    leftOut,
  };
}
