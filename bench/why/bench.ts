import { commands } from '#commands/index.ts';
import { answerWhy } from '#commands/why/command.ts';
import { MINUTE_MS } from '#src/chain/durations.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { componentsOf } from '#src/discord/components/registry.ts';
import { openStore, type Store } from '#src/store/open.ts';
import { inMemoryServices } from '../../test/discord/command-services.ts';
import { fullAccess } from '../../test/discord/full-access.ts';
import { ingestionOf, ruleFor } from '../../test/store/samples.ts';
import { saleAlert, soldItem } from '../../test/support/build-alert.ts';
import { silentLog } from '../../test/support/silent-log.ts';
import type { Bench, BenchContext } from '../harness/bench.ts';

const NOW = Date.UTC(2026, 10, 28, 12);
const RULES = 500;
/** A channel can have this many. */
const RULES_IN_CHANNEL = 25;
const EVENTS = 5_000;
const WRITTEN_AT_ONCE = 500;
const QUESTIONS = 500;
const QUICK_QUESTIONS = 50;

const channelOf = (rule: number): string =>
  String(900_000_000_000_000_000n + BigInt(Math.floor(rule / RULES_IN_CHANNEL)));

const alertOf = (number: number) =>
  saleAlert(number, {
    occurredAt: (NOW - MINUTE_MS) / 1_000,
    item: soldItem({ tokenId: String(number), price: BigInt(number) }),
  });

/** Adds the rules of one server, each with a price that most events miss, and the events of a day. */
async function fill(store: Store): Promise<void> {
  for (let rule = 0; rule < RULES; rule += 1)
    await store.addSubscription(
      ruleFor(channelOf(rule), { filter: { price_from: 10n ** 18n + BigInt(rule) } }),
    );
  for (let first = 0; first < EVENTS; first += WRITTEN_AT_ONCE) {
    const detected = Array.from({ length: WRITTEN_AT_ONCE }, (_, index) => ({
      alert: alertOf(first + index),
      missingDetails: { tokens: [], collections: [] },
      ...{ isDecided: true, dropped: null },
    }));
    await store.ingest(ingestionOf([], { at: NOW, detected }));
  }
}

function contextOn(store: Store): AnswerContext {
  const { services } = inMemoryServices();
  return {
    ...{
      requester: '100000000000000001',
      guildId: ruleFor('1').guildId,
      channelId: channelOf(0),
      alertMessageId: null,
    },
    ...{ mayManage: true, mayManageServer: true, memberAccess: fullAccess },
    collectionTabs: componentsOf(commands).collectionTabs,
    services: { ...services, store: { ...services.store, ...store }, now: () => NOW },
  };
}

async function run({ quick, repeats, record, progress }: BenchContext): Promise<void> {
  await using store = await openStore({
    databaseUrl: 'sqlite::memory:',
    log: silentLog,
    now: () => NOW,
  });
  progress(`storing ${RULES} rules and ${EVENTS} events`);
  await fill(store);
  const context = contextOn(store);
  const questions = quick ? QUICK_QUESTIONS : QUESTIONS;
  const parameters = { rules: RULES, events: EVENTS };
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    for (const [name, asks] of [
      ['an event', (number: number) => ({ by: 'keys', keys: [alertOf(number).key] }) as const],
      ['near misses', () => null],
    ] as const) {
      const times: number[] = [];
      for (let number = 0; number < questions; number += 1) {
        const asked = asks(number);
        const from = performance.now();
        await answerWhy(asked, channelOf(number % RULES), context);
        times.push(performance.now() - from);
      }
      const value = times.toSorted((one, other) => one - other)[Math.ceil(questions * 0.99) - 1] ?? 0;
      record({ name: `p99 of ${name}`, value, unit: 'ms', parameters, goal: { atMost: 300 } });
    }
  }
}

export const why: Bench = {
  name: 'why',
  describe: 'Time to answer why an event was posted, in a server with 500 rules.',
  run,
};
