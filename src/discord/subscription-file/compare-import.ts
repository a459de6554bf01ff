import type { Subscription } from '../../domain/subscription.ts';
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

/**
 * Holds what a file asks for against what is here.
 * @param mode whether what the file does not have goes
 */
export function compareImport(
  plan: ReadPlan,
  present: readonly Subscription[],
  mode: 'add' | 'replace',
  asking: { readonly person: PersonAccess; readonly services: Pick<CommandServices, 'settings'> },
): Comparison {
  const { alerts, untouched, settings } = plan;
  const here = new Set(present.map((one) => ruleIdentity(one.channelId, one)));
  const distinct = new Map(alerts.map((one) => [ruleIdentity(one.channelId, one.rule), one]));
  const named = new Set([
    ...distinct.keys(),
    ...untouched.map((one) => ruleIdentity(one.channelId, one.rule)),
  ]);
  const wanted = [...distinct].filter(([identity]) => !here.has(identity)).map(([, one]) => one);
  const leftOut: string[] = [...plan.leftOut];
  const closed = new Set<string>();
  const chosen = new Map(settings.map((one) => [one.channelId, one.settings]));
  for (const channelId of new Set(wanted.map((one) => one.channelId))) {
    const { ping } = chosen.get(channelId) ?? asking.services.settings.channel(channelId);
    const lack = pingLack(channelId, ping, asking);
    if (lack === null) continue;
    closed.add(channelId);
    leftOut.push(lack);
  }
  return {
    added: wanted.filter(({ channelId }) => !closed.has(channelId)),
    removed: mode === 'add' ? [] : present.filter((one) => !named.has(ruleIdentity(one.channelId, one))),
    present: distinct.size - wanted.length,
    settings,
    leftOut,
  };
}
