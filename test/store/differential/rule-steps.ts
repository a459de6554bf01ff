import * as fc from 'fast-check';
import { CARD_PARTS, type ChannelSettings, MESSAGE_SIZES } from '#src/alerts/settings.ts';
import { noticeAlert } from '../../support/build-alert.ts';
import { DRAFT, SUBJECT } from '../conformance/saved-inputs.ts';
import type { Dump } from '../database/dump.ts';
import { prune } from '../samples.ts';
import { channelId, flag, index, PLAIN, rule, text } from './arbitraries.ts';
import type { Model } from './model.ts';
import type { Call, View } from './pair.ts';
import { type Step, stepOf } from './step.ts';
import { choose, DIRECT, GUILDS, guildOf, rowsOf } from './view.ts';

const guildId = fc.constantFrom(...GUILDS);
/** One that has rules, which the fourth channel never has. */
const ruled = channelId.map((chosen) => (chosen === DIRECT ? '900000000000000001' : chosen));

const newRule = fc.record({ channelId: ruled, rule, createdBy: fc.constantFrom('7001', '7002') }, PLAIN);
type NewRule = typeof newRule extends fc.Arbitrary<infer T> ? T : never;

const subscriptionOf = ({ channelId: to, rule: asked, createdBy }: NewRule, now: number) => ({
  ...asked,
  channelId: to,
  guildId: guildOf(to),
  createdBy,
  createdAt: now,
});

/** The rules that the model does not know yet. */
function learnRules(model: Model, state: Dump): void {
  for (const { id, channelId: of } of rowsOf(state, 'subscriptions'))
    if (typeof id === 'number' && !model.rules.has(id)) model.addRule(id, String(of));
}

const addSubscription = stepOf('addSubscription', newRule, (given, { now }) => [
  {
    method: 'addSubscription',
    run: (store) => store.addSubscription(subscriptionOf(given, now)),
    model(model, _result, state) {
      learnRules(model, state);
      model.open(given.channelId);
    },
  },
]);

/** A step with one rule: of its server, or now and then asked for by another. */
function onRule<T>(
  method: Call['method'],
  given: fc.Arbitrary<T>,
  run: (
    rule: {
      readonly guildId: string;
      readonly channelId: string;
      readonly id: number;
      readonly now: number;
    },
    given: T,
  ) => Call['run'],
  model: (model: Model, rule: { readonly id: number; readonly channelId: string }) => void,
): fc.Arbitrary<Step> {
  return stepOf(method, fc.tuple(index, fc.nat(9), given), ([which, other, arguments_], { state, now }) => {
    const id = choose(rowsOf(state, 'subscriptions'), which) ?? 0;
    const of = String(rowsOf(state, 'subscriptions', { id })[0]?.['channelId']);
    const asking = other === 0 ? 'another' : guildOf(of);
    return [
      {
        method,
        run: (store, idOf) =>
          run({ guildId: asking, channelId: of, id: idOf('subscriptions', id), now }, arguments_)(
            store,
            idOf,
          ),
        model(to, result) {
          if (result !== null && result !== false) model(to, { id, channelId: of });
        },
      },
    ];
  });
}

const removeSubscription = onRule(
  'removeSubscription',
  fc.constant(null),
  ({ guildId: of, id }) =>
    (store) =>
      store.removeSubscription(of, id),
  (model, { id }) => model.removeRules([id]),
);

const changeSubscription = onRule(
  'changeSubscription',
  rule,
  ({ guildId: of, id }, changed) =>
    (store) =>
      store.changeSubscription(of, id, changed),
  () => undefined,
);

const pauseSubscription = onRule(
  'pauseSubscription',
  fc.constant(null),
  ({ guildId: of, id, now }) =>
    (store) =>
      store.pauseSubscription(of, id, now),
  () => undefined,
);

const resumeSubscription = onRule(
  'resumeSubscription',
  fc.constant(null),
  ({ guildId: of, id }) =>
    (store) =>
      store.resumeSubscription(of, id),
  (model, { channelId: of }) => model.open(of),
);

const reopenChannel = onRule(
  'reopenChannel',
  fc.constant(null),
  ({ guildId: of, channelId }) =>
    (store) =>
      store.reopenChannel(of, channelId),
  (model, { channelId: of }) => model.open(of),
);

const otherSettings = fc.record(
  {
    ping: fc.option(
      fc.record(
        {
          roleId: fc.constantFrom('6001', '6002'),
          minimum: fc.option(fc.bigInt({ min: 0n })),
          coolDownMinutes: fc.nat(9),
        },
        PLAIN,
      ),
    ),
    size: fc.constantFrom(...MESSAGE_SIZES),
    auctions: fc.constantFrom('messages' as const, 'card' as const),
    publish: flag,
    quiet: fc.option(fc.constant({ from: 60, to: 1_439 })),
    hourlyLimit: fc.option(fc.integer({ min: 1, max: 1_000 })),
    hiddenParts: fc.subarray([...CARD_PARTS]),
  },
  PLAIN,
);

const sounds = [
  { sound: 'loud', loudFrom: null },
  { sound: 'silent', loudFrom: null },
  { sound: 'important', loudFrom: null },
  { sound: 'important', loudFrom: 10n ** 30n },
] as const;

const settings: fc.Arbitrary<ChannelSettings> = fc
  .tuple(otherSettings, fc.constantFrom(...sounds))
  .map(([others, sound]) => ({ ...others, ...sound }));

const reviseSubscriptions = stepOf(
  'reviseSubscriptions',
  fc.record(
    {
      guildId,
      add: fc.array(newRule, { maxLength: 3 }),
      remove: fc.array(index, { maxLength: 2 }),
      pause: fc.array(index, { maxLength: 1 }),
      resume: fc.array(index, { maxLength: 1 }),
      settings: fc.option(settings),
    },
    PLAIN,
  ),
  ({ guildId: of, add, remove, pause, resume, settings: changed }, { state, now }) => {
    const mine = rowsOf(state, 'subscriptions', { guildId: of });
    const chosen = (indexes: readonly number[]) => [
      ...new Set(indexes.flatMap((one) => choose(mine, one) ?? [])),
    ];
    const [removed, paused] = [chosen(remove), chosen(pause)];
    const resumed = chosen(resume).filter((one) => !removed.includes(one));
    const added = add.filter((one) => guildOf(one.channelId) === of);
    return [
      {
        method: 'reviseSubscriptions',
        run(store, id) {
          const ids = (numbers: readonly number[]) => numbers.map((one) => id('subscriptions', one));
          return store.reviseSubscriptions(
            of,
            {
              add: added.map((one, place) => ({
                ...subscriptionOf(one, now),
                ...(place === 0 ? { pausedAt: now } : {}),
              })),
              remove: ids(removed),
              pause: ids(paused),
              resume: ids(resumed),
              settings:
                changed === null
                  ? []
                  : [
                      {
                        channelId:
                          guildOf('900000000000000001') === of ? '900000000000000001' : '900000000000000003',
                        settings: changed,
                      },
                    ],
            },
            now,
          );
        },
        model(model, _result, after) {
          learnRules(model, after);
          for (const { channelId: to } of added) model.open(to);
          model.removeRules(removed);
          for (const { channelId: to } of rowsOf(state, 'subscriptions').filter(({ id }) =>
            resumed.includes(Number(id)),
          ))
            model.open(String(to));
        },
      },
    ];
  },
);

const saveChannelSettings = stepOf(
  'saveChannelSettings',
  fc.tuple(channelId, fc.option(settings)),
  ([to, saved]) => [
    { method: 'saveChannelSettings', run: (store) => store.saveChannelSettings(guildOf(to), to, saved) },
  ],
);

const saveGuildSettings = stepOf(
  'saveGuildSettings',
  fc.tuple(
    guildId,
    fc.option(
      fc.record(
        {
          timeZone: fc.constantFrom('UTC', 'Europe/Berlin'),
          language: fc.constantFrom('en-GB' as const, 'en-US' as const),
          currencyDisplay: fc.constantFrom('after' as const, 'before' as const, 'short' as const),
          colours: fc.constantFrom({}, { sale: 0xffffff, auction_bid: 0 }),
          defaultChannelId: fc.option(channelId),
          managerRoleId: fc.option(fc.constant('6001')),
        },
        PLAIN,
      ),
    ),
  ),
  ([of, saved]) => [{ method: 'saveGuildSettings', run: (store) => store.saveGuildSettings(of, saved) }],
);

const eraseGuild = stepOf('eraseGuild', guildId, (of, { state }) => {
  const channelsIn = (table: string, where: object): readonly string[] =>
    rowsOf(state, table, { guildId: of, ...where }).map(({ channelId: one }) => String(one));
  const ruledOnes = channelsIn('channelQueues', { isSubscribed: true });
  const others = channelsIn('channelQueues', { isSubscribed: false });
  return [
    {
      method: 'eraseGuild',
      run: (store) => store.eraseGuild(of),
      model(model) {
        for (const one of channelsIn('channelSettings', {})) model.empty(one);
        for (const one of ruledOnes) model.abandon(one);
        for (const one of others) model.refuse(one);
      },
    },
  ];
});

const inputId = fc.constantFrom('i1', 'I1', 'i2', 'I2', 'i3', 'I3');
const inputKind = fc.constantFrom(SUBJECT, { ...DRAFT, limit: 2 });
const inputOwner = fc.record({ guildId: fc.constantFrom(...GUILDS), userId: fc.constantFrom('u1', 'U1') });

/** Several may be of one time. */
const saveInputs = stepOf(
  'saveInput',
  fc.tuple(
    fc.uniqueArray(inputId, { minLength: 1, maxLength: 7 }),
    inputOwner,
    inputKind,
    fc.record({ payload: text, channelId: fc.option(channelId) }),
  ),
  ([ids, owner, kind, input], { state }) => [
    ...ids
      .filter((id) => rowsOf(state, 'savedInputs', { id }).length === 0)
      .slice(0, 3)
      .map((id): Call => ({ method: 'saveInput', run: (store) => store.saveInput(id, owner, kind, input) })),
    // Read at once, while several of one time are there.
    { method: 'inputsIn', run: (store) => store.inputsIn(owner.guildId, kind), isRead: true },
  ],
);

const takeInput = stepOf('takeInput', fc.tuple(inputId, inputOwner, inputKind), ([id, owner, kind]) => [
  { method: 'takeInput', run: (store) => store.takeInput(id, owner, kind) },
]);

/** What depends on notices is taken over. */
const adopt: Call['model'] = (model, _result, state) => model.adopt(state);

const postNotice = stepOf(
  'postNotice',
  fc.tuple(index, fc.nat(99), fc.option(fc.uniqueArray(channelId, { maxLength: 2 })), text, flag),
  ([which, number, channelIds, missing, isPerson], { state }: View) => {
    const to = channelIds?.map((channelId) => ({
      channelId,
      userId: isPerson && channelId === DIRECT ? `user ${number % 3}` : null,
    }));
    const due = rowsOf(state, 'channelQueues', { isNoticeDue: true });
    const channels = due.length === 0 ? ['900000000000000001'] : due.map(({ channelId: of }) => String(of));
    const about = channels[which % channels.length] ?? '';
    const alert = noticeAlert({ key: `notice:${number}`, channelId: about, missing: [missing] });
    return [
      {
        method: 'postNotice',
        run: (store) => store.postNotice(about, to === undefined ? null : { alert, to }),
        model: adopt,
      },
    ];
  },
);

const rerouteNotice = stepOf(
  'rerouteNotice',
  fc.tuple(index, fc.option(channelId)),
  ([which, to], { state }) => [
    {
      method: 'rerouteNotice',
      run: (store, id) =>
        store.rerouteNotice(
          id('alerts', choose(rowsOf(state, 'alerts', { topic: 'notice' }), which) ?? 0),
          to,
        ),
      model: adopt,
    },
  ],
);

/** A channel without rules refuses a notice, which is then sent elsewhere. */
const refuseNotice = stepOf('stopQueue', fc.constant(DIRECT), (to) => [
  {
    method: 'stopQueue',
    run: (store) => store.stopQueue(to, { state: 'closed', code: 50_007 }),
    model: (model) => model.stop(to, 'closed', 50_007),
  },
]);

const pruneAll = stepOf('prune', fc.constantFrom(0, 1, 15, 30, 100), (days, { now }) => [
  {
    method: 'prune',
    run: (store) => prune(store, now + days * 86_400_000),
    model: (model, _result, state) => model.prune(state),
  },
  { method: 'reclaimSpace', run: (store) => store.reclaimSpace() },
]);

export const RULE_STEPS: readonly fc.Arbitrary<Step>[] = [
  addSubscription,
  addSubscription,
  removeSubscription,
  changeSubscription,
  pauseSubscription,
  resumeSubscription,
  reopenChannel,
  reviseSubscriptions,
  reviseSubscriptions,
  saveChannelSettings,
  saveGuildSettings,
  eraseGuild,
  saveInputs,
  takeInput,
  postNotice,
  rerouteNotice,
  refuseNotice,
  pruneAll,
];
