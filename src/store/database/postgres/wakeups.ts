import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { fullJitter } from '#src/chain/backoff.ts';
import { type Wakeups, WORDS, type Word } from '../../wakeups.ts';
import { BOT_CONNECTION } from './limits.ts';
import { type PostgresAddress, parsePostgresUrl } from './url.ts';

const CHANNEL = 'gavel';
const RETRIES = { firstMs: 200, maxMs: 5_000 };
const CONNECT_MS = 5_000;
const ANSWER_MS = 5_000;
/** Time limit for receiving our own notification. */
const ECHO_MS = 2_000;
/** Interval at which a silent connection is tested. */
const PROBE_EVERY_MS = 30_000;
/** Notifications within this time are sent together, because NOTIFY briefly locks the whole database. */
const GATHER_MS = 10;

const isWord = (text: string | undefined): text is Word => WORDS.some((word) => word === text);

/**
 * Opens a connection that only listens. `ended` resolves when it ends.
 * @param socket its transport, which the caller destroys, because a client whose server is gone never ends by itself
 */
async function openListener(address: PostgresAddress, socket: Duplex, onText: (text: string) => void) {
  const client = new pg.Client({
    stream: () => socket,
    host: address.host,
    port: address.port,
    user: address.user,
    password: address.password,
    database: address.database,
    ssl: address.ssl,
    application_name: BOT_CONNECTION,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
  });
  const ended = Promise.withResolvers<void>();
  client.on('error', () => ended.resolve());
  client.on('end', () => ended.resolve());
  client.on('notification', ({ payload }) => onText(payload ?? ''));
  await client.connect();
  await client.query(`listen ${CHANNEL}`);
  return { client, ended: ended.promise };
}

/**
 * Resolves to whether LISTEN works, because a pooler may apply it to a single transaction. Rejects if the server cannot
 * be reached.
 */
async function isEchoHeard(
  send: (text: string) => Promise<void>,
  heard: (text: string) => Promise<void>,
): Promise<boolean> {
  const text = `echo ${randomUUID()}`;
  const echo = heard(text).then(() => true);
  await send(text);
  return Promise.race([echo, delay(ECHO_MS, false, { ref: false })]);
}

/**
 * Creates wake-ups based on LISTEN and NOTIFY. They use a separate connection, which is reopened whenever it is lost.
 * @param pool for sending notifications
 */
export function createPostgresWakeups(deps: {
  readonly databaseUrl: string;
  readonly pool: Pick<pg.Pool, 'query'>;
  readonly log: Logger;
  readonly random?: () => number;
}): Wakeups {
  const { pool, log, random = Math.random } = deps;
  const address = parsePostgresUrl(deps.databaseUrl);
  const stopping = new AbortController();
  const listeners = new Map<Word, (() => void)[]>();
  const echoes = new Map<string, () => void>();
  const toNotify = new Set<Word>();
  let notifying: Promise<void> | null = null;
  let isHeard: boolean | null = null;

  function run(word: Word): void {
    for (const listener of listeners.get(word) ?? []) listener();
  }

  function receive(text: string): void {
    if (isWord(text)) run(text);
    else echoes.get(text)?.();
  }

  async function notifyOthers(text: string): Promise<void> {
    await pool.query('select pg_notify($1, $2)', [CHANNEL, text]);
  }

  function heard(text: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    echoes.set(text, () => {
      echoes.delete(text);
      resolve();
    });
    return promise;
  }

  const sleep = (ms: number): Promise<void> =>
    delay(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);

  async function listenOnce(): Promise<void> {
    const socket = address.stream();
    const close = () => void socket.destroy();
    stopping.signal.addEventListener('abort', close, { once: true });
    try {
      const { client, ended } = await openListener(address, socket, receive);
      const isWorking = await isEchoHeard(notifyOthers, heard);
      if (!isWorking && isHeard !== false)
        log.warn(
          { database: address.label },
          'LISTEN not supported by this connection; polling every two seconds',
        );
      isHeard = isWorking;
      // Notifications sent in the meantime are lost.
      for (const word of WORDS) run(word);
      const isEnded = ended.then(() => true);
      while (!stopping.signal.aborted) {
        if (await Promise.race([isEnded, sleep(PROBE_EVERY_MS).then(() => false)])) return;
        if (!stopping.signal.aborted) await client.query('select 1');
      }
    } finally {
      stopping.signal.removeEventListener('abort', close);
      close();
    }
  }

  async function keepListening(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      try {
        await listenOnce();
        failures = 0;
      } catch (error) {
        log.debug({ err: error, failures }, 'LISTEN connection lost');
      }
      failures += 1;
      await sleep(fullJitter(failures, RETRIES, random));
    }
  }

  async function notifyAll(): Promise<void> {
    await sleep(GATHER_MS);
    const words = [...toNotify];
    toNotify.clear();
    notifying = null;
    try {
      for (const word of words) await notifyOthers(word);
    } catch (error) {
      // The other processes poll anyway.
      log.debug({ err: error, words }, 'NOTIFY failed');
    }
  }

  const listening = keepListening();

  return {
    notify(word) {
      toNotify.add(word);
      notifying ??= notifyAll();
    },
    listen(word, listener) {
      listeners.set(word, [...(listeners.get(word) ?? []), listener]);
    },
    isHeard: () => isHeard,
    async [Symbol.asyncDispose]() {
      const last = notifying;
      await last;
      stopping.abort();
      await listening;
    },
  };
}
