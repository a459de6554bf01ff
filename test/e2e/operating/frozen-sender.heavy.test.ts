import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startTcpProxy } from '../../../sandbox/cluster/tcp-proxy.ts';
import type { RecordedRequest } from '../../../sandbox/discord/local-discord.ts';
import { describePostgres } from '../../store/database/each-database.ts';
import { startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted, itemsSold } from '../../support/posted-items.ts';
import { adminQuery } from '../../support/postgres/admin-query.ts';

const LEASE_SECONDS = 3;
/** For how long the local Discord knows a nonce: a little longer than the bot assumes. */
const NONCE_WINDOW_MS = 65_000;
const MESSAGES = '/channels/:channelId/messages';
/** What is answered then, is answered to a frozen process. */
const ANSWERED_AFTER_MS = 5_000;
/** A request that is on its way arrives so long after the thaw. */
const LATE_MS = 2_000;
const SETTLED_MS = 8_000;

/** What the sender had under way when it was frozen, by channel. */
const UNDER_WAY = {
  answered: 'posted; the answer waits to be read',
  late: 'the request is on its way, and arrives after the thaw',
  posted: 'posted, the answer read and noted',
} as const;
type Case = keyof typeof UNDER_WAY;
const CASES = ['answered', 'late', 'posted'] as const satisfies readonly Case[];

const FREEZES = [
  { freeze: 'below the nonce window', frozenMs: 9_000 },
  { freeze: 'above the nonce window', frozenMs: NONCE_WINDOW_MS + 8_000 },
] as const;

const cells = (row: readonly string[]): string => `| ${row.join(' | ')} |`;

describePostgres('a sender that is frozen in the middle of its requests', (kind) => {
  it.each(FREEZES)(
    'for a time $freeze does this with each message',
    async ({ freeze, frozenMs }) => {
      await using world = await startBotWorld({ nonceWindowMs: NONCE_WINDOW_MS });
      await using database = await kind.create();
      const { discord, home, marketplace } = world;
      const port = Number(new URL(discord.apiUrl).port);
      await using proxy = await startTcpProxy(port);
      const settings = { DATABASE_URL: database.url, LEASE_SECONDS: String(LEASE_SECONDS) };
      const frozen = world.startProcess({
        ...settings,
        ROLES: 'sender',
        DISCORD_API_URL: discord.apiUrl.replace(`:${port}`, `:${proxy.port}`),
      });
      await frozen.log.until('role acquired');
      const other = world.startProcess(settings);
      await other.log.until('ready');

      const channels: Record<Case, string> = {
        answered: home.channelId,
        late: home.addChannel('late'),
        posted: home.addChannel('posted'),
      };
      for (const channelId of Object.values(channels)) await home.follow(channelId);
      const requests: RecordedRequest[] = [];
      discord.onRequest((request) => {
        if (request.method === 'POST' && request.route === MESSAGES) requests.push(request);
      });
      const begun = new Set<Case>();
      const first = (of: Case) => ({
        route: MESSAGES,
        method: 'POST',
        times: 1,
        where({ params }: { readonly params: Readonly<Record<string, string>> }) {
          const isMeant = params['channelId'] === channels[of];
          if (isMeant) begun.add(of);
          return isMeant;
        },
      });
      discord.faults.add({ do: 'delay', afterMs: ANSWERED_AFTER_MS }, first('answered'));
      discord.faults.add({ do: 'delay', beforeMs: frozenMs + LATE_MS }, first('late'));

      marketplace.cause.sale();
      await world.untilPosted(channels.posted, 1);
      await expect.poll(() => begun.size, { timeout: 10_000, interval: 5 }).toBe(2);
      await expect
        .poll(
          () =>
            adminQuery(
              database.url,
              `select 1 from posts where channel_id = '${channels.posted}' and settled_at is not null`,
            ),
          { timeout: 10_000, interval: 20 },
        )
        .toHaveLength(1);
      frozen.kill('SIGSTOP');
      const frozenAt = world.clock.now();
      // One more, which comes while it is frozen.
      await delay(1_000);
      marketplace.cause.sale();
      await delay(frozenMs - 1_000);
      frozen.kill('SIGCONT');
      await frozen.log.until('role lost');
      await delay(LATE_MS + SETTLED_MS);

      const sold = itemsSold(
        marketplace.ledger.records().filter(({ kind: of, history }) => of === 'sale' && !history),
      );
      const requested = (of: Case) =>
        requests
          .filter(({ path }) => path.includes(channels[of]))
          .map(({ startedAt, status, headers }) => {
            const by = headers['host']?.endsWith(`:${proxy.port}`) === true ? 'frozen' : 'other';
            return `${by} at ${((startedAt - frozenAt) / 1_000).toFixed(1)} s: ${status ?? 'no answer'}`;
          })
          .join('; ');
      const inChannel = (of: Case) => itemsPosted(world.embeds(channels[of]));
      const times = (of: Case, number: number) =>
        inChannel(of).filter((item) => item === sold[number]).length;
      const rows = CASES.map((of) => [
        UNDER_WAY[of],
        requested(of),
        String(times(of, 0)),
        `${times(of, 1)}, ${inChannel(of).at(-1) === sold[1] ? 'after it' : 'before the last of it'}`,
      ]);
      process.stdout.write(
        `${[
          `Frozen for ${frozenMs / 1_000} s (${freeze} of ${NONCE_WINDOW_MS / 1_000} s), lease ${LEASE_SECONDS} s`,
          cells(['when it froze', 'requests', 'the message is there', 'the one that came meanwhile']),
          '|---|---|---|---|',
          ...rows.map(cells),
        ].join('\n')}\n`,
      );

      // What arrives after Discord forgot its nonce is there twice: nobody can prevent it (docs/delivery.md).
      const isForgotten = frozenMs > NONCE_WINDOW_MS;
      expect(CASES.map((of) => times(of, 0))).toEqual([1, isForgotten ? 2 : 1, 1]);
      expect(CASES.map((of) => times(of, 1))).toEqual([1, 1, 1]);
      // After the thaw it asked for nothing more.
      const late = requests.filter(
        ({ startedAt, headers }) =>
          startedAt >= frozenAt + frozenMs && headers['host']?.endsWith(`:${proxy.port}`) === true,
      );
      expect(late).toEqual([]);
      for (const child of [frozen, other]) child.kill('SIGTERM');
      expect((await Promise.all([frozen.exit, other.exit])).map(({ code }) => code)).toEqual([0, 0]);
    },
    180_000,
  );
});
