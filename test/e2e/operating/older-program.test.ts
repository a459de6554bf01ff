import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { describePostgres } from '../../store/database/each-database.ts';
import { startBotWorld } from '../../support/bot-world.ts';
import { adminQuery } from '../../support/postgres/admin-query.ts';

/** The program before several processes shared one database. */
const OLDER = 'single-process';

function git(...args: readonly string[]): Buffer {
  return execFileSync('git', args, { stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 256 * 1_024 * 1_024 });
}

function isTagged(): boolean {
  try {
    git('rev-parse', '--verify', `${OLDER}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

const isKnown = isTagged();

/** The files of the older program in a folder of their own, with the packages of this one. */
async function checkOut() {
  await using parts = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'gavel-older-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  execFileSync('tar', ['-x', '-C', folder], {
    input: git('archive', OLDER, 'src', 'commands', 'package.json'),
  });
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  const owned = parts.move();
  return {
    program: pathToFileURL(path.join(folder, 'src', 'main.mjs')),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const UNKNOWN_ALERT = JSON.stringify({ version: 1, value: { kind: 'of tomorrow', key: 'tomorrow:1' } });

describePostgres(
  `the program of the version before${isKnown ? '' : ` (skipped: the tag ${OLDER} is not there)`}`,
  (kind) => {
    it.skipIf(!isKnown)(
      'goes on with the database of this one, and leaves alerts that it does not know pending',
      { timeout: 120_000 },
      async () => {
        await using older = await checkOut();
        await using world = await startBotWorld();
        await using database = await kind.create();
        const { home, marketplace } = world;
        const other = world.addServer('other');
        const settings = { DATABASE_URL: database.url };

        const present = world.startProcess(settings);
        await present.log.until('ready');
        await home.follow(home.channelId);
        await other.follow(other.channelId);
        marketplace.cause.sale();
        await world.untilPosted(home.channelId, 1);
        await world.untilPosted(other.channelId, 1);
        present.kill('SIGTERM');
        await present.exit;
        await adminQuery(
          database.url,
          `with added as (
             insert into alerts (key, topic, payload, occurred_at, created_at)
             values ('tomorrow:1', 'of_tomorrow', '${UNKNOWN_ALERT}', extract(epoch from now()), extract(epoch from now()) * 1000)
             returning id, occurred_at
           )
           insert into deliveries (alert_id, channel_id, occurred_at, state)
           select id, '${other.channelId}', occurred_at, 'pending' from added`,
        );

        const earlier = world.startProcess(settings, older.program);
        await earlier.log.until('ready');
        marketplace.cause.sale();
        await world.untilPosted(home.channelId, 2);
        marketplace.cause.sale();
        await world.untilPosted(home.channelId, 3);
        earlier.kill('SIGTERM');
        expect(await earlier.exit).toEqual({ code: 0, signal: null });

        const states = await adminQuery(
          database.url,
          `select alerts.key, deliveries.state from deliveries join alerts on alerts.id = deliveries.alert_id
           where deliveries.channel_id = '${other.channelId}' and deliveries.state <> 'sent'`,
        );
        expect(states).toContainEqual({ key: 'tomorrow:1', state: 'pending' });
        expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['pending']));
        expect(world.embeds(other.channelId)).toHaveLength(1);
      },
    );
  },
);
