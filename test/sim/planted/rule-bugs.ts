import { type PlantedBug, type ReplacedExports, type Replacement, replace } from './replaced-exports.ts';

type Store = ReturnType<ReplacedExports['createStore']>;
type SubscriptionDeps = Parameters<ReplacedExports['createSubscriptions']>[0];

/** How long a recap that was missed is made up for, ms; it should be hours. */
const MADE_UP_MS = 90_000;

const withStore = (other: (store: Store) => Partial<Store>): Replacement =>
  replace('createStore', (real) => (...given) => {
    const store = real(...given);
    return { ...store, ...other(store) };
  });

const withPeople = (other: (people: Store['people']) => Partial<Store['people']>): Replacement =>
  withStore(({ people }) => ({ people: { ...people, ...other(people) } }));

const withIndex = (
  other: (index: SubscriptionDeps['index']) => Partial<SubscriptionDeps['index']>,
): Replacement =>
  replace('createSubscriptions', (real) => (deps) => {
    const { remove, replace: put } = deps.index;
    return real({ ...deps, index: { remove, replace: put, ...other(deps.index) } });
  });

/** Bugs of what is detected, of rules, and of what is said of them. */
export const RULE_BUGS: readonly PlantedBug[] = [
  {
    name: 'records are marked as seen before their alerts are committed',
    replacements: [
      withStore((store) => ({
        async ingest(batch) {
          const { at, seen } = batch;
          await store.ingest({
            at,
            seen,
            alerts: [],
            topics: [],
            trades: [],
            gap: null,
            newRecordsAfter: null,
          });
          return store.ingest(batch);
        },
      })),
    ],
  },
  {
    name: 'what waits is dropped when one of the rules of its channel is removed',
    replacements: [
      withStore((store) => {
        const dropWaiting = (channelIds: readonly string[]) =>
          Promise.all(channelIds.map((channelId) => store.expire(channelId, Number.MAX_SAFE_INTEGER)));
        return {
          async removeSubscription(guildId, id) {
            const removed = await store.removeSubscription(guildId, id);
            await dropWaiting(removed === null ? [] : [removed.channelId]);
            return removed;
          },
          async reviseSubscriptions(guildId, revision, at) {
            const before = await store.subscriptionsOf(guildId);
            const revised = await store.reviseSubscriptions(guildId, revision, at);
            const { remove = [] } = revision;
            const channels = before.filter(({ id }) => remove.includes(id)).map(({ channelId }) => channelId);
            await dropWaiting(channels);
            return revised;
          },
        };
      }),
    ],
  },
  {
    name: 'new alerts wake no queue',
    replacements: [replace('createIngest', (real) => (deps) => real({ ...deps, wake: () => undefined }))],
  },
  {
    name: 'health does not count a channel without answers as late',
    replacements: [
      withStore((store) => ({
        lateQueues: async (channelIds) =>
          (await store.lateQueues(channelIds)).filter(({ layout }) => layout === null),
      })),
    ],
  },
  {
    name: 'a rule that is removed goes on until the next start',
    replacements: [withIndex(() => ({ remove: () => undefined }))],
  },
  {
    name: 'a rule that is paused goes on until the next start',
    replacements: [
      withIndex((index) => ({
        replace(rule) {
          if ((rule.pausedAt ?? null) === null) index.replace(rule);
        },
      })),
    ],
  },
  {
    name: 'what a rule excludes is posted until the next start',
    replacements: [
      withIndex((index) => ({
        replace(rule) {
          const { not_tokens: _tokens, not_wallets: _wallets, ...filter } = rule.filter;
          index.replace({ ...rule, filter });
        },
      })),
    ],
  },
  {
    name: 'a role is mentioned for every alert of its rule',
    replacements: [replace('pingVerdict', () => () => 'yes')],
  },
  {
    name: 'a channel is not resumed when its permission is given back',
    replacements: [
      replace(
        'createChannelReopener',
        (real) => (deps) => real({ ...deps, subscriptions: { reopen: async () => undefined } }),
      ),
    ],
  },
  {
    name: 'a floor is announced again without having been beyond the hysteresis',
    replacements: [
      replace(
        'readFloor',
        (real) =>
          (before, conditions, ...rest) =>
            real(before, { ...conditions, rearm: 0 }, ...rest),
      ),
    ],
  },
  {
    name: 'a recap that was missed while the bot was down is not made up',
    replacements: [
      replace('recapDueAt', (real) => (schedule, timeZone, now) => {
        const due = real(schedule, timeZone, now);
        return due !== null && now - due.at < MADE_UP_MS ? due : null;
      }),
    ],
  },
  {
    name: 'which recaps were made is forgotten with the process',
    replacements: [
      replace('createRecaps', (real) => (deps) => {
        const made = new Set<string>();
        return real({
          ...deps,
          store: {
            ...deps.store,
            alertsMade: async (keys) => new Set(keys.filter((key) => made.has(key))),
            ingestMade(alerts, at) {
              for (const { alert } of alerts) made.add(alert.key);
              const renamed = alerts.map((one) => ({
                ...one,
                alert: { ...one.alert, key: `${one.alert.key}:${at}` },
              }));
              return deps.store.ingestMade(renamed, at);
            },
          },
        });
      }),
    ],
  },
  {
    name: 'a person is told of a refusal at every use',
    replacements: [
      withPeople((people) => ({
        async takeRefusalToTell(userId) {
          const refusal = await people.takeRefusalToTell(userId);
          if (refusal !== null) await people.returnRefusalToTell(userId, refusal);
          return refusal;
        },
      })),
    ],
  },
  {
    name: 'a person is never told of a refusal',
    replacements: [withPeople(() => ({ hasRefusalToTell: async () => false }))],
  },
  {
    name: 'direct messages are opened without measure',
    replacements: [
      withPeople((people) => ({
        async claimOpening(userId, at) {
          const claim = await people.claimOpening(userId, at);
          return claim.type === 'later' ? { type: 'granted' } : claim;
        },
      })),
    ],
  },
];
