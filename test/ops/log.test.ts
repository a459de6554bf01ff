import { Writable } from 'node:stream';
import { DiscordAPIError, REST } from 'discord.js';
import { Routes } from 'discord-api-types/v10';
import type { Logger } from 'pino';
import { describe, expect, it } from 'vitest';
import { GavelError } from '#src/chain/errors.ts';
import { createLog } from '#src/ops/log.ts';
import { discordError, startFixedServer } from '../discord/fixed-server.ts';
import { threadTimeMs } from '../support/thread-time.ts';

const TOKEN = 'MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.GabcDE.verysecretpart_of-a-token_1234567890';
const INTERACTION_TOKEN = 'aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4';

/** A log and what it wrote. */
function writtenBy(options: { readonly level?: string; readonly humanReadable?: boolean } = {}) {
  let written = '';
  const to = new Writable({
    write(chunk, _encoding, done) {
      written += String(chunk);
      done();
    },
  });
  const log = createLog({ level: 'trace', humanReadable: false, ...options, to });
  return { log, text: () => written };
}

const logs = [
  ['JSON', false],
  ['lines for people', true],
] as const;

describe.each(logs)('a log in %s', (_form, humanReadable) => {
  function written(write: (log: Logger) => void): string {
    const { log, text } = writtenBy({ humanReadable });
    write(log);
    return text();
  }

  it.each<[string, object]>([
    ['the settings', { config: { discordToken: TOKEN, logLevel: 'info' } }],
    ['the environment', { env: { DISCORD_TOKEN: TOKEN } }],
    ['headers', { request: { headers: { Authorization: `Bot ${TOKEN}` } } }],
    ['something deep', { a: { b: { c: { token: 'short' } } } }],
    ['a field that was never thought of', { note: `tried ${TOKEN} just now` }],
  ])('keeps the token out when %s is logged whole', (_what, fields) => {
    const text = written((log) => log.info(fields, 'posted'));
    expect(text).toContain('posted');
    expect(text).toContain('[secret]');
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain('short');
  });

  it('keeps the token out of messages and of errors with their causes', () => {
    const cause = new Error(`Authorization: Bot ${TOKEN}`);
    const text = written((log) =>
      log.error({ err: new Error(`refused ${TOKEN}`, { cause }) }, `with ${TOKEN}`),
    );
    expect(text).toContain('refused [secret]');
    expect(text).not.toContain(TOKEN);
  });

  it.each([
    { config: { databaseUrl: 'postgres://gavel:hun/ter#2@db.example:5432/gavel' } },
    { note: 'could not reach postgresql://gavel:hun/ter#2@db.example/gavel' },
    { connection: { host: 'db.example', password: 'hun/ter#2' } },
  ])('keeps the password of the database out of %j', (fields) => {
    const text = written((log) => log.info(fields, 'posted'));
    expect(text).toContain('[secret]');
    expect(text).toContain('db.example');
    expect(text).not.toContain('hun/ter');
  });

  it('keeps the token of an interaction, and what was sent, out of the errors of discord.js', async () => {
    await using server = await startFixedServer(discordError(404, 10_062));
    const rest = new REST({ api: server.apiUrl, version: '10' }).setToken(TOKEN);
    const route = Routes.webhookMessage('123456789012345678', INTERACTION_TOKEN);
    const error: unknown = await rest
      .patch(route, { body: { content: 'what was sent' } })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DiscordAPIError);
    const text = written((log) => log.warn({ err: error }, 'interaction response not sent'));
    expect(text).toContain('10062');
    expect(text).toContain('/webhooks/123456789012345678/[secret]/messages/@original');
    expect(text).not.toContain(INTERACTION_TOKEN);
    expect(text).not.toContain('what was sent');
  });

  it('keeps out who a person is', () => {
    const url = 'https://discord.com/api/v10/guilds/123456789012345678/members/223456789012345678';
    const err = Object.assign(new Error('refused'), { url });
    const text = written((log) => log.warn({ err, to: 'dm:223456789012345678' }, 'asked'));
    expect(text).toContain('123456789012345678');
    expect(text).not.toContain('223456789012345678');
  });

  it('leaves everything else as it is', () => {
    const text = written((log) =>
      log.info(
        { url: 'https://market.example/api/tokens/collection/0xabc?page=1', version: '1.2.3' },
        'read',
      ),
    );
    expect(text).toContain('https://market.example/api/tokens/collection/0xabc?page=1');
    expect(text).toContain('1.2.3');
    expect(text).not.toContain('[secret]');
  });
});

describe('a log', () => {
  it('writes lines of its level and above', () => {
    const { log, text } = writtenBy({ level: 'warn' });
    log.debug('one');
    log.info('two');
    log.warn('three');
    log.error('four');
    expect(
      text()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).msg),
    ).toEqual(['three', 'four']);
  });

  it('writes what happened of a foreseen failure, with its cause, and where only of a bug', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), { code: 'ECONNREFUSED' });
    const bug = new TypeError('undefined is not a function');
    const written = (error: Error) => {
      const { log, text } = writtenBy();
      log.warn({ err: error, cause: error.cause }, 'failed');
      return text();
    };
    const foreseen = [
      new GavelError('MARKETPLACE_UNAVAILABLE', 'Not reachable.', { cause: refused }),
      new TypeError('fetch failed', { cause: new AggregateError([refused], 'all', { cause: refused }) }),
    ].map(written);
    for (const text of foreseen) {
      expect(text).toContain('ECONNREFUSED');
      expect(text).not.toContain('    at ');
    }
    const unforeseen = [bug, new GavelError('STORE_UNUSABLE', 'Unusable.', { cause: bug })].map(written);
    for (const text of unforeseen) expect(text).toMatch(/undefined is not a function.+ {4}at /);
  });

  it('writes nothing at all when it is silent', () => {
    const { log, text } = writtenBy({ level: 'silent' });
    log.fatal('gone');
    expect(text()).toBe('');
  });

  it('is one JSON object a line, with level, time and message', () => {
    const { log, text } = writtenBy();
    log.info({ sales: 3 }, 'posted');
    expect(JSON.parse(text())).toEqual({ level: 30, time: expect.any(Number), sales: 3, msg: 'posted' });
  });

  it('is one readable line for each message', () => {
    const { log, text } = writtenBy({ humanReadable: true });
    log.info({ sales: 3, channel: 'a' }, 'posted');
    expect(text()).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: posted \{"sales":3,"channel":"a"\}\n$/);
  });
});

describe('what a log costs', () => {
  /** Texts at which careless patterns take long; each is repeated until it is as long as it is to be. */
  const TEXTS = [
    'a',
    'a-',
    'a.',
    'aaaaaaaaaaaaaaaaa.bbbbbb.',
    'aaaaaaaaaaaaaaaaa.bbbbbb.ccccccccccccccccccccccc',
    '"token":"',
    '\\"token\\":\\"',
    '/webhooks/123456789012345678/',
    '/webhooks/1',
    '\\',
    '1',
  ];
  const LENGTH = 200_000;

  function timeOf(text: string, length: number): number {
    const { log } = writtenBy();
    const line = text.repeat(Math.ceil(length / text.length));
    const begunAt = threadTimeMs();
    log.info({ note: line }, line);
    return threadTimeMs() - begunAt;
  }

  it.each(TEXTS)('grows with the length of a line and no faster: %j', (text) => {
    timeOf(text, LENGTH / 8);
    const short = Math.min(...[1, 2, 3].map(() => timeOf(text, LENGTH / 8)));
    const long = Math.min(...[1, 2, 3].map(() => timeOf(text, LENGTH)));
    // Eight times as long; a quadratic pattern takes 64 times as long.
    expect(long).toBeLessThan(24 * Math.max(short, 1));
  });
});
