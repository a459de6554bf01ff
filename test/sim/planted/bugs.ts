/** A piece of the bot's source, and what it is replaced with. */
export interface Replacement {
  /** Path from the project's root. */
  readonly file: string;
  /** Must stand in the file exactly once. */
  readonly find: string;
  readonly replace: string;
}

/** A mistake that somebody could make. */
export interface PlantedBug extends Replacement {
  readonly name: string;
  /** In another file, where one piece alone changes nothing. */
  readonly and?: Replacement;
}

const POST_SENDER = 'src/outbox/post-sender.ts';
const RETRIES = 'src/outbox/retries.ts';
const INGEST = 'src/ingest/ingest.ts';

/** Bugs that the simulator has to find, each within a thousand histories (`docs/testing.md`). */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: 'the nonce window is checked before the wait',
    file: POST_SENDER,
    find: `      if (remainingMs > 0) return clock.sleep(Math.min(remainingMs, waitMs), signal);`,
    replace: `      if (remainingMs > 0) {
        const isKept = isNonceKept(post);
        await clock.sleep(Math.min(remainingMs, waitMs), signal);
        if (isKept) return attempt(await outbox.retryPost(post.id, { ...tryTimes(), newWindow: false, layout: post.layout }), target);
        return;
      }`,
  },
  {
    name: 'the age of a nonce is measured by a clock that may have been set back',
    file: POST_SENDER,
    find: `return Math.max(ageMs, ageMs + setBackMs) < NONCE_WINDOW_MS;`,
    replace: `return Math.min(ageMs, ageMs + setBackMs) < NONCE_WINDOW_MS;`,
  },
  {
    name: 'read-back has no end',
    file: 'src/discord/posting/read-back.ts',
    find: `const isPast = end !== null && latest > end;`,
    replace: `const isPast = end !== null && latest < 0n;`,
  },
  {
    name: 'Retry-After is dropped',
    file: RETRIES,
    find: `return retryAfterMs === null
    ? fullJitter(failures, backoff, random)
    : Math.min(Math.max(0, retryAfterMs), MAX_PAUSE_MS);`,
    replace: `return retryAfterMs === null
    ? fullJitter(failures, backoff, random)
    : fullJitter(failures, backoff, random);`,
  },
  {
    name: 'a pause from a wrong clock is kept',
    file: 'src/outbox/measured-pauses.ts',
    find: `Math.min(notBefore - clock.now(), waitMs ?? Number.POSITIVE_INFINITY)`,
    replace: `notBefore - clock.now()`,
  },
  {
    name: 'records are marked as seen before their alerts are committed',
    file: INGEST,
    find: `    const channelIds = await store.ingest({`,
    replace: `    await store.ingest({
      at,
      seen: reading.fresh.flatMap((activity) => recordKeys(activity)),
      alerts: [],
      topics: [],
      trades: [],
      gap: null,
      newRecordsAfter: null,
    });
    const channelIds = await store.ingest({`,
  },
  {
    name: 'what waits is dropped when one of the rules of its channel is removed',
    file: 'src/store/subscriptions.ts',
    find: `  const left = new Set(rules.map(({ channelId }) => channelId));`,
    replace: `  const left = new Set(rules.map(({ channelId }) => channelId));
  await transaction
    .updateTable('deliveries')
    .set({ state: 'dropped' })
    .where('channelId', 'in', [...left])
    .where('state', '=', 'pending')
    .execute();`,
  },
  {
    name: 'an edit that Discord refuses for now counts as done',
    file: 'src/outbox/edits.ts',
    find: `    if (!(await settle(outcome, { pause: editPause, message: \`redraw \${post.messageId}\`, target }))) return;`,
    replace: `    await settle(outcome, { pause: editPause, message: \`redraw \${post.messageId}\`, target });`,
  },
  {
    name: 'an edit overtakes its message: what changed while it was sent is never shown',
    file: 'src/store/posts.ts',
    find: `.set({ state: literal('sent'), messageId, settledAt: at, publish, leftOut })`,
    replace: `.set({ state: literal('sent'), displayedChanges: (eb) => eb.ref('changes'), messageId, settledAt: at, publish, leftOut })`,
  },
  {
    name: 'a lost answer counts as a refusal',
    file: 'src/discord/posting/failures.ts',
    find: `  return { type: 'ambiguous', detail, serverError: false };`,
    replace: `  return { type: 'refused', retryAfterMs: null, detail };`,
  },
  {
    name: 'a 5xx counts as a refusal',
    file: 'src/discord/posting/failures.ts',
    find: `return { type: 'ambiguous', detail: \`status \${error.status}\`, serverError: error.status >= 500 };`,
    replace: `return { type: 'refused', detail: \`status \${error.status}\`, retryAfterMs: null };`,
  },
  {
    name: 'the nonce changes with every try',
    file: POST_SENDER,
    find: `    const outcome = await notifier.send(post, target, charts);`,
    replace: `    const nonce = \`\${post.nonce.slice(0, 18)}\${post.attempts}\`;
    const outcome = await notifier.send({ ...post, nonce }, target, charts);`,
  },
  {
    name: 'a start takes what was under way for absent',
    file: 'src/store/sending.ts',
    find: `.set({ state: 'ambiguous', isConfirmedAbsent: false })`,
    replace: `.set({ state: 'ambiguous', isConfirmedAbsent: true })`,
  },
  {
    name: 'an absent message is taken for posted',
    file: POST_SENDER,
    find: `      case 'absent':
        if (!serverErrors`,
    replace: `      case 'absent':
        if (post.attempts > 1) return accepted(post, null, target);
        if (!serverErrors`,
  },
  {
    name: 'permits are granted without measure',
    file: 'src/outbox/dispatcher.ts',
    find: `Math.floor((limit * 96) / 100)`,
    replace: `Math.floor((limit * 960) / 100)`,
    // The client of the outbox has a limit of its own, so that a mistake in one of the two does no harm.
    and: {
      file: 'src/discord/rest/outbox-rest.ts',
      find: `Math.floor((limit * 98) / 100)`,
      replace: `Math.floor((limit * 980) / 100)`,
    },
  },
  {
    name: 'alerts expire by a clock that leapt ahead',
    file: 'src/outbox/dispatcher.ts',
    find: `ageNow: createAgeClock(deps.clock)`,
    replace: `ageNow: deps.clock.now`,
  },
  {
    name: 'new alerts wake no queue',
    file: INGEST,
    find: `    wake(channelIds);
    return {`,
    replace: `    if (channelIds.length === 0) wake(channelIds);
    return {`,
  },
  {
    name: 'health does not count a channel without answers as late',
    file: 'src/store/late-queues.ts',
    find: `    .where('channelQueues.state', '=', literal('open'));`,
    replace: `    .where('channelQueues.state', '=', literal('open'))
    .where('posts.id', 'is', null);`,
  },
  {
    name: 'a rule that is removed goes on until the next start',
    file: 'src/ingest/subscriptions.ts',
    find: `if (removed !== null) index.remove(removed);`,
    replace: `if (removed !== null && removed.id < 0) index.remove(removed);`,
  },
  {
    name: 'an edit that Discord always answers with 500 holds all others up',
    file: 'src/outbox/edits.ts',
    find: `if ((outcome.serverError || isUnexplained) && failing.isAtFault(message)) {`,
    replace: `if ((outcome.serverError || isUnexplained) && failing.isAtFault(message) && pause.refusals < 0) {`,
  },
  {
    name: 'a channel is not resumed when its permission is given back',
    file: 'src/discord/access/channel-reopener.ts',
    find: `        await subscriptions.reopen(guildId, channelId);`,
    replace: `        if (!wasRestored) await subscriptions.reopen(guildId, channelId);`,
  },
  {
    name: 'a floor is announced again without having been beyond the hysteresis',
    file: 'src/alerts/floors/floor-progress.ts',
    find: `const { above, below, moves, rearm } = conditions;`,
    replace: `const { above, below, moves } = conditions;
  const rearm = 0;`,
  },
  {
    name: 'a recap that was missed while the bot was down is not made up',
    file: 'src/alerts/recaps/schedule.ts',
    find: `return now - due.at < madeUp ? due : null;`,
    replace: `return now - due.at < madeUp / 240 ? due : null;`,
  },
  {
    name: 'which recaps were made is forgotten with the process',
    file: 'src/ingest/recaps.ts',
    find: `      const alert = await make(rule, due, key);`,
    replace: `      known = new Set([...known, key]);
      const alert = await make(rule, due, \`\${key}:\${now()}\`);`,
  },
  {
    name: 'a refusal of direct messages does not pause',
    file: 'src/outbox/person-queue.ts',
    find: `  await turn('request', () => outbox.stopQueue(channelId, { state: 'paused', code }));`,
    replace: `  await people.holdUntil(userId, clock.now() + 10_000);
  if (code === 0) await outbox.stopQueue(channelId, { state: 'paused', code });`,
  },
  {
    name: 'a person is told of a refusal at every use',
    file: 'src/store/people.ts',
    find: `.set({ isRefusalReported: true })`,
    replace: `.set({ isRefusalReported: false })`,
  },
  {
    name: 'direct messages are opened without measure',
    file: 'src/store/openings.ts',
    find: `const OPENINGS = { people: 10,`,
    replace: `const OPENINGS = { people: 100,`,
  },
  {
    name: 'a rule that is paused goes on until the next start',
    file: 'src/ingest/subscriptions.ts',
    find: `const paused = updateIndex(await store.pauseSubscription(guildId, id, now()));`,
    replace: `const paused = await store.pauseSubscription(guildId, id, now());`,
  },
];
