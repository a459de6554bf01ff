import { markedToken, markedWallet, type SilencedPlan } from '../silence-plans.ts';
import type { Admin, CommandOption } from './discord/admin.ts';
import { channelIdOf } from './discord/state.ts';
import { walletOf } from './market.ts';
import type { RuleRecord } from './rules.ts';

/** A silence as the admin knows it. Times in ms since the start of the history. */
export interface SilenceRecord {
  readonly what: SilencedPlan;
  /** The rule that it is of. */
  readonly rule: RuleRecord | null;
  /** Its number in the server; `null` while it is not known. */
  id: string | null;
  readonly askedAt: number;
  /** When the bot said that it is in force; `null` where it never did. */
  inForceFrom: number | null;
  readonly lastsMs: number;
  /** When it was to end at once, and ended. */
  endAskedAt: number | null;
  endedAt: number | null;
}

/** The silences that admins made through the bot's commands. */
export interface SilenceBook {
  readonly silences: readonly SilenceRecord[];
  /** Does nothing for what was silenced before, which would only change its end. */
  add(what: SilencedPlan, lastsMs: number, untilLocalTime: boolean): void;
  endNewest(): void;
}

const text = (name: string, value: string): CommandOption => ({ name, value, type: 'text' });

/** Numbers of silences in a list, from lines such as `` `3` **Lantern Foxes** until … ``. */
const LISTED = /^`(\d+)` \*\*/gm;

/** @param deps.now ms since the start of the history; `deps.localTime` writes such a time for the server */
export function createSilenceBook(deps: {
  readonly admin: Admin;
  readonly rules: { readonly rules: readonly RuleRecord[] };
  readonly addressOf: (collection: number) => string;
  readonly now: () => number;
  readonly localTime: (at: number) => string;
  readonly log: (line: string) => void;
}): SilenceBook {
  const { admin, rules, addressOf, now, localTime, log } = deps;
  const silences: SilenceRecord[] = [];

  function optionsOf(what: SilencedPlan, rule: RuleRecord | null): readonly CommandOption[] {
    const channel = (number: number): CommandOption => ({
      name: 'channel',
      value: channelIdOf(number),
      type: 'channel',
    });
    switch (what.of) {
      case 'server':
        return [];
      case 'channel':
        return [
          channel(what.channel),
          ...(what.isSummarised ? [{ name: 'summary', value: true, type: 'yes or no' } as const] : []),
        ];
      case 'rule':
        return [text('alert', rule?.id ?? '')];
      case 'collection':
        return [channel(what.channel), text('collection', addressOf(what.collection))];
      case 'token':
        return [
          channel(what.channel),
          text('collection', addressOf(what.collection)),
          text('token', markedToken(what.mark)),
        ];
      case 'wallet':
        return [channel(what.channel), text('wallet', walletOf(markedWallet(what.mark)))];
    }
  }

  /** Asks for the number of a silence that was just added: the highest. */
  function learnNumber(silence: SilenceRecord): void {
    admin.run({ command: 'silence', subcommand: 'list', options: [] }, ({ text: list }) => {
      const numbers = [...list.matchAll(LISTED)].map(([, number]) => Number(number));
      if (numbers.length > 0 && silences.at(-1) === silence) silence.id = String(Math.max(...numbers));
    });
  }

  return {
    silences,
    add(what, lastsMs, untilLocalTime) {
      const inChannel = what.of === 'rule' ? channelIdOf(what.channel) : null;
      const rule =
        rules.rules.findLast(({ channelId, id }) => channelId === inChannel && id !== null) ?? null;
      // Whether it is summed up is changed as well.
      const targetOf = (one: SilencedPlan, id?: string | null) =>
        JSON.stringify([{ ...one, isSummarised: null }, id]);
      const target = targetOf(what, rule?.id);
      const isKnown = silences.some((one) => targetOf(one.what, one.rule?.id) === target);
      if (isKnown || (what.of === 'rule' && rule === null)) return;
      const silence: SilenceRecord = {
        ...{ what, rule, id: null, askedAt: now(), inForceFrom: null, lastsMs },
        ...{ endAskedAt: null, endedAt: null },
      };
      silences.push(silence);
      const duration = untilLocalTime ? localTime(now() + lastsMs) : `${lastsMs / 60_000} min`;
      const options = [text('duration', duration), ...optionsOf(what, rule)];
      admin.run({ command: 'silence', subcommand: 'add', options }, (screen) => {
        if (screen.text.startsWith('🔕')) {
          silence.inForceFrom = now();
          learnNumber(silence);
        }
        log(`silence: ${screen.text.split('\n')[0]}`);
      });
    },
    endNewest() {
      const silence = silences.findLast(({ id, endAskedAt }) => id !== null && endAskedAt === null);
      if (silence === undefined) return;
      silence.endAskedAt = now();
      const press = [`End silence ${silence.id}`];
      admin.run({ command: 'silence', subcommand: 'list', options: [], press }, (screen) => {
        if (screen.text.startsWith('🔔')) silence.endedAt = now();
        log(`end of silence ${silence.id}: ${screen.text.split('\n')[0]}`);
      });
    },
  };
}
