import type { RulePlan } from '../history.ts';
import type { PersonAction, WatchPlan } from '../people-plans.ts';
import type { Admin, AdminScreen, CommandOption, CommandUser } from './discord/admin.ts';
import { directChannelIdOf, personIdOf } from './discord/state.ts';
import { walletOf } from './market.ts';
import type { RuleRecord, RuleSwitch } from './rules.ts';

/** A watch as its person knows it. */
export interface WatchRecord extends RuleRecord {
  readonly userId: string;
  readonly watch: WatchPlan;
  /** Of the person. */
  readonly wallet: string;
  /** The number of the auction; `null` for another watch. */
  readonly auction: number | null;
}

/** A command of a person. Times in ms since the start of the history. */
export interface PersonUse {
  readonly userId: string;
  readonly at: number;
  /** When the bot answered; `null` where it never did. */
  answeredAt: number | null;
  /** Whether the bot writes to them again once it is done. */
  readonly writesAgain: boolean;
  /** Whether everything of them is erased once it is done. */
  readonly erases: boolean;
  /** Whether the answer says that it is done. */
  isDone: boolean;
  /** Whether the answer says that Discord refuses messages to them, which a list of watches does as long as that is so. */
  isRefusalShown: boolean;
  /** When they were told of it after the answer. */
  readonly toldAt: number[];
}

type Place = CommandUser['where'];

/** What people ask the bot for, by its commands, for themselves. */
export interface WatchBook {
  readonly watches: readonly WatchRecord[];
  readonly uses: readonly PersonUse[];
  claimWallet(person: number): void;
  /** @param plan what it asks of the feed; `what` names the subject */
  watch(
    person: number,
    where: Place,
    watch: WatchPlan,
    subject: { readonly plan: RulePlan; readonly what: string | null; readonly auction: number | null },
  ): void;
  change(person: number, where: Place, change: 'pause' | 'resume' | 'remove', which: 'newest' | 'all'): void;
  /** @param isQuiet whether they begin, or end */
  quiet(person: number, isQuiet: boolean): void;
  /** @param limit most messages in an hour */
  limit(person: number, limit: number): void;
  forget(person: number): void;
  comeBack(person: number, where: Place, to: Extract<PersonAction, { readonly do: 'come back' }>['to']): void;
}

const FIRST_WALLET = 5_000_000;

/** The wallet that a person may call theirs. */
export const walletOfPerson = (person: number): string => walletOf(FIRST_WALLET + person);

const text = (name: string, value: string): CommandOption => ({ name, value, type: 'text' });
const TRY_AGAIN = 'Try again';
const TRIES_AGAIN = { writesAgain: true, isDone: /Trying to DM you again/ } as const;
const REFUSED = /I haven’t been able to DM you since/;
const DONE = {
  pause: /paused/,
  resume: /resumed/,
  remove: /removed/,
} as const;

const conditionOf = (watch: WatchPlan): string =>
  watch.of === 'collection' ? 'collection.listed_below' : `${watch.of}.${watch.when}`;

/** @param deps.now ms since the start of the history */
export function createWatchBook(deps: {
  readonly admin: Admin;
  readonly now: () => number;
  readonly log: (line: string) => void;
}): WatchBook {
  const { admin, now, log } = deps;
  const watches: WatchRecord[] = [];
  const uses: PersonUse[] = [];

  /** @param then called with the answer */
  function use(
    { person, where }: { readonly person: number; readonly where: Place },
    what: Parameters<Admin['runAs']>[1],
    { isDone, ...effects }: Pick<PersonUse, 'writesAgain' | 'erases'> & { readonly isDone: RegExp },
    then: (screen: AdminScreen, isDone: boolean) => void = () => undefined,
  ): boolean {
    const userId = personIdOf(person);
    const one: PersonUse = {
      userId,
      at: now(),
      answeredAt: null,
      isDone: false,
      isRefusalShown: false,
      toldAt: [],
      ...effects,
    };
    const words = `person ${person}: ${what.command} ${what.subcommand}`;
    const isThere = admin.runAs({ userId, where }, what, {
      done(screen) {
        one.answeredAt = now();
        one.isDone = isDone.test(screen.text);
        one.isRefusalShown = REFUSED.test(screen.text);
        log(`${words}: ${screen.text.replaceAll('\n', ' | ').slice(0, 160)}`);
        then(screen, one.isDone);
      },
      followedUp(screen) {
        log(`${words}, then: ${screen.text.slice(0, 80)}`);
        if (REFUSED.test(screen.text)) one.toldAt.push(now());
      },
    });
    if (isThere) uses.push(one);
    return isThere;
  }

  const known = (person: number): readonly WatchRecord[] =>
    watches.filter(({ userId, removedAt }) => userId === personIdOf(person) && removedAt === null);

  /** Removes these watches by a command. */
  function remove(
    by: { readonly person: number; readonly where: Place },
    records: readonly WatchRecord[],
    what: Parameters<Admin['runAs']>[1],
    effects: Pick<PersonUse, 'erases'> & { readonly isDone: RegExp },
  ): void {
    const from = now();
    const isAsked = use(by, what, { writesAgain: false, ...effects }, (_screen, isDone) => {
      if (!isDone) return;
      for (const one of records) {
        // What was asked for at about the same time may have been done after it.
        if (one.inForceFrom === null || one.inForceFrom <= from) one.removedAt = now();
      }
      if (!effects.erases) return;
      const userId = personIdOf(by.person);
      for (const one of watches)
        if (one.userId === userId && one.askedAt >= from) one.removalAskedAt ??= one.askedAt;
    });
    if (isAsked) for (const one of records) one.removalAskedAt ??= from;
  }

  return {
    watches,
    uses,
    claimWallet(person) {
      const what = { command: 'watch', subcommand: 'me', options: [text('add', walletOfPerson(person))] };
      use({ person, where: 'direct messages' }, what, {
        writesAgain: false,
        erases: false,
        isDone: /Your wallets/,
      });
    },
    watch(person, where, watch, { plan, what, auction }) {
      const userId = personIdOf(person);
      const record: WatchRecord = {
        channelId: directChannelIdOf(userId),
        plan,
        userId,
        watch,
        wallet: walletOfPerson(person),
        auction,
        id: null,
        askedAt: now(),
        inForceFrom: null,
        removalAskedAt: null,
        removedAt: null,
        switches: [],
      };
      const options = [
        text('when', conditionOf(watch)),
        ...(what === null ? [] : [text('what', what)]),
        ...(watch.of === 'collection' ? [text('price', String(watch.below))] : []),
      ];
      const add = { command: 'watch', subcommand: 'add', options };
      const effects = { writesAgain: true, erases: false, isDone: /You (?:now|already) watch/ };
      const isThere = use({ person, where }, add, effects, (screen, isDone) => {
        const id = /\(#(\d+)\)/.exec(screen.text)?.[1] ?? null;
        if (!isDone || id === null) return;
        const same = watches.find((one) => one.id === id && one.removalAskedAt === null);
        record.id = id;
        if (same === undefined) record.inForceFrom = now();
        else Object.assign(record, { removalAskedAt: now(), removedAt: now() });
      });
      if (isThere) watches.push(record);
    },
    change(person, where, change, which) {
      const all = known(person);
      const newest = all.findLast(({ id, removalAskedAt }) => id !== null && removalAskedAt === null);
      const named = which === 'all' ? all : newest === undefined ? [] : [newest];
      if (named.length === 0) return;
      const watch = which === 'all' ? 'all' : (newest?.id ?? '');
      const what = { command: 'watch', subcommand: change, options: [text('watch', watch)] };
      const isDone = DONE[change];
      if (change === 'remove') {
        remove({ person, where }, named, what, { erases: false, isDone });
        return;
      }
      const switched: RuleSwitch = { to: change, askedAt: now(), doneAt: null };
      const effects = { writesAgain: change === 'resume', erases: false, isDone };
      const isAsked = use({ person, where }, what, effects, (_screen, isSwitched) => {
        if (isSwitched) switched.doneAt = now();
      });
      if (isAsked) for (const one of named) one.switches.push(switched);
    },
    quiet(person, isQuiet) {
      // Most histories begin at noon, so these hours last.
      const options = isQuiet ? [text('from', '10:00'), text('to', '20:00')] : [text('from', '-')];
      const what = { command: 'watch', subcommand: 'quiet', options };
      use({ person, where: 'server' }, what, { writesAgain: false, erases: false, isDone: /quiet hours/i });
    },
    limit(person, limit) {
      const options: readonly CommandOption[] = [{ name: 'limit', value: limit, type: 'number' }];
      const what = { command: 'watch', subcommand: 'quiet', options };
      use({ person, where: 'server' }, what, { writesAgain: false, erases: false, isDone: /quiet hours/i });
    },
    forget(person) {
      const what = { command: 'watch', subcommand: 'forget', options: [], press: ['Yes, delete it'] };
      const by = { person, where: 'direct messages' } as const;
      remove(by, known(person), what, { erases: true, isDone: /was deleted/ });
    },
    comeBack(person, where, to) {
      const effects = { writesAgain: false, erases: false };
      const list = { command: 'watch', subcommand: 'list', options: [] };
      const quiet = { command: 'watch', subcommand: 'quiet', options: [] };
      switch (to) {
        case 'try again':
          use({ person, where }, { ...list, press: [TRY_AGAIN] }, { ...TRIES_AGAIN, erases: false });
          return;
        case 'look at watches':
          use({ person, where }, list, { ...effects, isDone: /watch/ });
          return;
        case 'look at quiet hours':
          use({ person, where }, quiet, { ...effects, isDone: /quiet hours/i });
      }
    },
  };
}
