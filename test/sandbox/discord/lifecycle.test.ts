import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startLocalDiscord } from '../../../sandbox/discord/local-discord.ts';
import { createSnowflakes, isSnowflake } from '../../../sandbox/discord/state/snowflake.ts';

const SCRIPT = `
  import { startLocalDiscord } from './sandbox/discord/local-discord.ts';
  const discord = await startLocalDiscord();
  discord.faults.add({ do: 'hang' }, { route: '/gateway/bot' });
  const hung = fetch(discord.apiUrl + '/v10/gateway/bot').catch((error) => error.name);
  const socket = new WebSocket(discord.url.replace('http', 'ws') + '/?v=10&encoding=json');
  await new Promise((resolve) => socket.addEventListener('message', resolve));
  const closed = new Promise((resolve) => socket.addEventListener('close', resolve));
  await discord[Symbol.asyncDispose]();
  await closed;
  console.log(await hung);
`;

describe('a local Discord', () => {
  it('leaves no handles that would keep the process alive', async () => {
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', SCRIPT], {
      timeout: 10_000,
    });

    expect((await run).stdout.trim()).toBe('TypeError');
  });

  it('listens on the given port, and rejects when it is taken', async () => {
    await using first = await startLocalDiscord();
    const port = Number(new URL(first.url).port);

    await expect(startLocalDiscord({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('ids', () => {
  it('always increase, even if the clock jumps back', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4_000_000_000_000 }), { minLength: 2 }), (times) => {
        const left = [...times];
        const nextId = createSnowflakes(() => left.shift() ?? 0);
        const ids = times.map(() => nextId());

        expect(ids.every(isSnowflake)).toBe(true);
        expect(ids.slice(1).every((id, index) => BigInt(id) > BigInt(ids[index] ?? 0))).toBe(true);
      }),
    );
  });

  it('contain the time of their creation', () => {
    const nextId = createSnowflakes(() => Date.UTC(2026, 10, 21));

    expect(Number(BigInt(nextId()) >> 22n) + 1_420_070_400_000).toBe(Date.UTC(2026, 10, 21));
  });
});
