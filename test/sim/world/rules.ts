import type { RulePlan } from '../history.ts';
import { markedToken, markedWallet } from '../silence-plans.ts';
import type { Admin, CommandOption } from './discord/admin.ts';
import { ROLE_ID } from './discord/state.ts';
import { walletOf } from './market.ts';

/** A rule is paused or resumed: when that was asked for, and confirmed; `null` where it never was. */
export interface RuleSwitch {
  readonly to: 'pause' | 'resume';
  readonly askedAt: number;
  doneAt: number | null;
}

/** A rule as the admin knows it. Times in ms since the start of the history. */
export interface RuleRecord {
  readonly channelId: string;
  readonly plan: RulePlan;
  /** Its number in the server; `null` while it is not confirmed. */
  id: string | null;
  readonly askedAt: number;
  /** When the bot said that it is in force; `null` where it never did. */
  inForceFrom: number | null;
  /** When its removal was asked for, and confirmed. */
  removalAskedAt: number | null;
  removedAt: number | null;
  readonly switches: RuleSwitch[];
}

/** The rules that admins made through the bot's commands. */
export interface RuleBook {
  readonly rules: readonly RuleRecord[];
  add(channelId: string, plan: RulePlan, collection: string | null): void;
  /** Removes the channel's newest rule, unless it is the only one: then what waits would be dropped, as documented. */
  removeNewest(channelId: string): void;
  /** Pauses or resumes the channel's newest rule. */
  switchNewest(channelId: string, to: RuleSwitch['to']): void;
}

const SWITCHED = { pause: /is paused/, resume: /^▶/ } as const;

type Form = NonNullable<Parameters<Admin['run']>[0]['form']>;

/** What is typed about when a rule mentions a role. */
const pingTexts = ({ from, belowFloor, rank }: NonNullable<RulePlan['pings']>) => ({
  ...(from === undefined ? {} : { ping_from: String(from) }),
  ...(belowFloor === undefined ? {} : { ping_below_floor: String(belowFloor) }),
  ...(rank === undefined ? {} : { ping_rank: String(rank) }),
});

const text = (name: string, value: string): CommandOption => ({ name, value, type: 'text' });

/** @param now ms since the start of the history; @param addressOf the address of a collection by its number */
export function createRuleBook(deps: {
  readonly admin: Admin;
  readonly addressOf: (collection: number) => string;
  readonly now: () => number;
  readonly log: (line: string) => void;
}): RuleBook {
  const { admin, addressOf, now, log } = deps;

  /** What is typed into a form of the preview; `null` for nothing. */
  function formOf(plan: RulePlan): Form | null {
    const { floorAbove, isOnce, endsAfterMinutes, notCollection, notToken, notWallet, pings } = plan;
    if (pings !== undefined) return { button: 'Pings', texts: pingTexts(pings) };
    if (notToken !== undefined) {
      const token = `${addressOf(notToken.collection)} #${markedToken(notToken.mark)}`;
      return { button: 'Exclude', texts: { not_tokens: token } };
    }
    if (notWallet !== undefined)
      return { button: 'Exclude', texts: { not_wallets: walletOf(markedWallet(notWallet)) } };
    if (floorAbove !== undefined)
      return { button: 'More filters', texts: { floor_above: String(floorAbove) } };
    if (isOnce === true) return { button: 'Name & end time', texts: { once: 'once' } };
    if (endsAfterMinutes !== undefined)
      return { button: 'Name & end time', texts: { ends: `in ${endsAfterMinutes} min` } };
    return notCollection === undefined
      ? null
      : { button: 'Exclude', texts: { not_collections: addressOf(notCollection) } };
  }

  const rules: RuleRecord[] = [];
  const inForce = (channelId: string): readonly RuleRecord[] =>
    rules.filter((one) => one.channelId === channelId && one.id !== null && one.removalAskedAt === null);

  return {
    rules,
    add(channelId, plan, collection) {
      const rule: RuleRecord = {
        channelId,
        plan,
        id: null,
        askedAt: now(),
        inForceFrom: null,
        removalAskedAt: null,
        removedAt: null,
        switches: [],
      };
      rules.push(rule);
      const { recap } = plan;
      const options: readonly CommandOption[] = [
        { name: 'channel', value: channelId, type: 'channel' },
        ...(recap === undefined
          ? [text('alerts', plan.topics.join(', '))]
          : [text('recap_on', recap.on), text('recap_hour', String(recap.hour))]),
        ...(collection === null ? [] : [text('collection', collection)]),
        ...(plan.pings === undefined ? [] : [{ name: 'ping_role', value: ROLE_ID, type: 'role' } as const]),
        ...(plan.priceFrom === null ? [] : [text('price_from', String(plan.priceFrom))]),
      ];
      const subcommand = recap === undefined ? 'add' : 'recap';
      const form = formOf(plan);
      const typed = form === null ? {} : { form };
      admin.run({ command: 'alerts', subcommand, options, press: ['Confirm'], ...typed }, (screen) => {
        rule.id = /(?:^✅ Alert |\(alert )#(\d+)/.exec(screen.text)?.[1] ?? null;
        if (rule.id !== null) rule.inForceFrom = now();
        log(`rule ${rule.id ?? 'refused'}: ${screen.text.split('\n')[0]}`);
      });
    },
    removeNewest(channelId) {
      const left = inForce(channelId);
      const rule = left.at(-1);
      if (rule === undefined || left.length < 2) return;
      rule.removalAskedAt = now();
      admin.run(
        {
          command: 'alerts',
          subcommand: 'remove',
          options: [text('alert', rule.id ?? '')],
          press: ['Yes, remove it'],
        },
        (screen) => {
          if (/removed/i.test(screen.text)) rule.removedAt = now();
          log(`removal of rule ${rule.id}: ${screen.text.split('\n')[0]}`);
        },
      );
    },
    switchNewest(channelId, to) {
      const rule = inForce(channelId).at(-1);
      if (rule === undefined) return;
      const switched: RuleSwitch = { to, askedAt: now(), doneAt: null };
      rule.switches.push(switched);
      const options = [text('alert', rule.id ?? '')];
      admin.run({ command: 'alerts', subcommand: to, options }, (screen) => {
        if (SWITCHED[to].test(screen.text)) switched.doneAt = now();
        log(`${to} of rule ${rule.id}: ${screen.text.split('\n')[0]}`);
      });
    },
  };
}
