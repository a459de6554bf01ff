import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { TestWorld } from '../sandbox/discord/world.ts';
import type { TestDatabase } from '../support/postgres/test-database.ts';

const line = z.looseObject({ time: z.number(), msg: z.string() });
type Line = z.infer<typeof line>;

/** A process of `shard-process.ts`. */
export interface ShardProcess extends AsyncDisposable {
  readonly name: string;
  readonly log: readonly Line[];
  /** Resolves when it has ended. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
}

const PROGRAM = fileURLToPath(new URL('shard-process.ts', import.meta.url));

/** Starts a process on this database and this Discord. */
export function startShardProcess(
  name: string,
  options: {
    readonly database: TestDatabase;
    readonly world: TestWorld;
    readonly lifeMs: number;
    readonly shards: number | 'auto';
    /** Its way to Discord; the direct one by default. */
    readonly apiUrl?: string;
  },
): ShardProcess {
  const { database, world } = options;
  const child: ChildProcess = spawn(process.execPath, [PROGRAM], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PROCESS_NAME: name,
      LIFE_MS: String(options.lifeMs),
      SHARDS: String(options.shards),
      DATABASE_URL: database.url,
      DISCORD_API_URL: options.apiUrl ?? world.discord.apiUrl,
      DISCORD_TOKEN: world.token,
    },
  });
  const exited = once(child, 'exit');
  const log: Line[] = [];
  let rest = '';
  child.stdout?.on('data', (data: Buffer) => {
    const lines = (rest + data.toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    for (const one of lines) log.push(line.parse(JSON.parse(one)));
  });
  async function stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    child.kill(signal);
    await exited;
  }
  return {
    name,
    log,
    stop,
    signal: (signal) => void child.kill(signal),
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) await stop('SIGKILL');
    },
  };
}

/** The shards that each process holds, by the last it said. */
export function shardsOf({ log }: ShardProcess): readonly string[] {
  const held = new Set<string>();
  for (const { msg, ...fields } of log) {
    if (msg === 'role acquired') held.add(String(fields['role']));
    if (msg === 'shard released') held.delete(`shard:${String(fields['shard'])}/${String(fields['of'])}`);
    if (msg === 'role lost') held.delete(String(fields['role']));
  }
  return [...held].toSorted();
}

/** Someone who sends a command to every server, again and again. */
export interface Traffic extends AsyncDisposable {
  /** Commands so far. */
  readonly sent: number;
  /** Of those without an answer, when they were sent, epoch ms. */
  readonly missed: readonly number[];
  /** The latest answer of each server. */
  readonly answers: ReadonlyMap<string, string>;
}

/** @param everyMs between commands in one server */
export function startTraffic(
  { discord, ownerId }: TestWorld,
  servers: readonly { readonly guildId: string; readonly channelId: string }[],
  everyMs: number,
): Traffic {
  const missed: number[] = [];
  const answers = new Map<string, string>();
  let sent = 0;
  const over = new AbortController();
  const running = new Set<Promise<void>>();

  async function send(guildId: string, channelId: string): Promise<void> {
    const at = Date.now();
    const person = discord.person({ userId: ownerId, guildId, channelId });
    sent += 1;
    const reply = await person.command('status');
    if (reply.message === null) missed.push(at);
    else answers.set(guildId, reply.message.content);
  }

  async function sendAll(): Promise<void> {
    while (!over.signal.aborted) {
      for (const { guildId, channelId } of servers) {
        const one = send(guildId, channelId).finally(() => running.delete(one));
        running.add(one);
      }
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }

  const loop = sendAll();
  return {
    get sent() {
      return sent;
    },
    missed,
    answers,
    async [Symbol.asyncDispose]() {
      over.abort();
      await loop;
      await Promise.all(running);
    },
  };
}
