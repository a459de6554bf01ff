import { SWEEP_FROM, type Unit, unitsOf } from '../../sandbox/demo/promises.ts';
import { readMessage } from '../../sandbox/demo/tellings.ts';
import type { CrashWorld } from './world.ts';

type Messages = ReturnType<CrashWorld['discord']['messages']>;

const REFERENCE = /· alert ([0-9a-z]{8})$/;

/** Every alert has a reference of its own, notices and auctions too: how often one stands in a further message. */
function referencesAgain(messages: Messages): number {
  const seen = new Set<string>();
  let again = 0;
  for (const { payload } of messages) {
    const own = payload.embeds.flatMap(({ footer }) => REFERENCE.exec(footer?.text ?? '')?.[1] ?? []);
    for (const reference of new Set(own)) {
      if (seen.has(reference)) again += 1;
      seen.add(reference);
    }
  }
  return again;
}

/** How many alerts of a kind there can be at most: a sweep, or a mint or a transfer of several, is one. */
function most(units: readonly Unit[], kind: Unit['kind']): number {
  const own = units.filter((unit) => unit.kind === kind);
  const alone = own.filter(({ together }) => kind === 'sale' && together.length < SWEEP_FROM).length;
  const groups = new Set(
    own
      .filter(({ together }) => kind !== 'sale' || together.length >= SWEEP_FROM)
      .map(({ together }) => together),
  );
  return alone + groups.size;
}

/** What summaries only count has no name: of a kind there may not be more in a channel than happened. */
function beyondAll(units: readonly Unit[], messages: Messages): number {
  const read = messages.map(({ payload }) => readMessage(payload));
  const kinds = new Set(units.map(({ kind }) => kind));
  let beyond = 0;
  for (const kind of kinds) {
    const named = read.flatMap(({ tellings }) =>
      tellings.filter((telling) => telling.kind === kind && 'items' in telling && telling.storm === null),
    ).length;
    const counted = read
      .flatMap((one) => one.counted)
      .filter((one) => one.kind === kind && one.as !== 'storm')
      .reduce((sum, one) => sum + one.count, 0);
    beyond += Math.max(0, named + counted - most(units, kind));
  }
  return beyond;
}

/** How many alerts are there again, by their references and by the numbers in summaries; by name the books count them. */
export function countAlertsTwice({ discord, scene, marketplace }: CrashWorld): number {
  const units = unitsOf(marketplace.ledger.records());
  return scene.channels.reduce((sum, { id }) => {
    const messages = discord.messages(id).filter(({ authorId }) => authorId === scene.botId);
    const collections = new Set(
      scene.followings.filter(({ channelId }) => channelId === id).map(({ collection }) => collection),
    );
    const followed = units.filter(
      ({ record }) => collections.has(null) || collections.has(record.collection),
    );
    return sum + referencesAgain(messages) + beyondAll(followed, messages);
  }, 0);
}
