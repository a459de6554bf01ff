import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startTcpProxy, type TcpProxy } from '../../sandbox/cluster/tcp-proxy.ts';
import type { BotEnvironment } from '../../sandbox/demo/bot-environment.ts';
import { type BotChild, startBotChild } from '../support/bot-child.ts';
import { FATAL, WARN } from '../support/bot-log.ts';

/** The exit status after which nothing restarts a bot, and the one after an unexpected error. */
const NEEDS_OPERATOR = 78;
const BROKEN = 70;
/** A supervisor would start a bot again after this time. */
const RESTART_AFTER_MS = 1_000;

const BOT = new URL('../support/bot-with-machine-faults.ts', import.meta.url);

/** A bot of the cluster, which reaches PostgreSQL and Discord through proxies of its own. Disposing of it kills it. */
export interface Member extends AsyncDisposable {
  readonly name: string;
  readonly toPostgres: TcpProxy;
  readonly toDiscord: TcpProxy;
  /** `null` while it is down. */
  pid(): number | null;
  /** Starts it, unless it runs. Resolves once it is ready. */
  start(): Promise<void>;
  /** Sends a signal to the process, if it runs. */
  signal(signal: NodeJS.Signals): void;
  /** Kills it. Resolves once it has ended. */
  kill(): Promise<void>;
  /** Asks it to end. A status other than 0 is noted in the report. */
  stop(): Promise<void>;
  /** Sets its clock. @param aheadMs of the machine's; negative when it is behind */
  setClock(aheadMs: number): void;
  /** Resolves once a line of its log contains these words. */
  said(words: string): Promise<unknown>;
}

/** What the bots logged and how they ended by themselves, over all members and starts. */
export interface MemberReport {
  /** The number of log lines of level warn or higher, by message. */
  readonly warnings: Map<string, number>;
  /** How often a bot ended although nobody asked it to, by status and last line. */
  readonly ownEnds: Map<string, number>;
  /** Those after which no supervisor would start it, those of unexpected errors, and stops that were not in good order. */
  readonly broken: string[];
}

export const emptyReport = (): MemberReport => ({ warnings: new Map(), ownEnds: new Map(), broken: [] });

/** The fatal line of its log with all that it says, else the last line. */
function lastWords({ log: { lines } }: BotChild): string {
  return JSON.stringify(lines.findLast(({ level }) => level >= FATAL) ?? lines.at(-1) ?? null);
}

const countOne = (counts: Map<string, number>, what: string): void =>
  void counts.set(what, (counts.get(what) ?? 0) + 1);

const portOf = (url: string): number => Number(new URL(url).port);
const withPort = (url: string, port: number): string => url.replace(`:${portOf(url)}`, `:${port}`);

/**
 * A member that has not been started yet.
 * @param environment as of a bot without proxies
 * @param folder for the file that holds the offset of its clock
 */
export async function createMember(
  name: string,
  environment: BotEnvironment,
  { folder, report }: { readonly folder: string; readonly report: MemberReport },
): Promise<Member> {
  await using parts = new AsyncDisposableStack();
  const { DATABASE_URL: databaseUrl, DISCORD_API_URL: discordUrl } = environment;
  const toPostgres = parts.use(await startTcpProxy(portOf(databaseUrl)));
  const toDiscord = parts.use(await startTcpProxy(portOf(discordUrl)));
  const clockFile = path.join(folder, `clock-of-${name}`);
  /** In one step, since the bot reads the file whenever it asks for the time. */
  function setClock(aheadMs: number): void {
    writeFileSync(`${clockFile}.next`, String(Math.round(aheadMs)));
    renameSync(`${clockFile}.next`, clockFile);
  }
  setClock(0);
  const own = {
    ...environment,
    DATABASE_URL: withPort(databaseUrl, toPostgres.port),
    DISCORD_API_URL: withPort(discordUrl, toDiscord.port),
    BOT_CLOCK_AHEAD_FILE: clockFile,
  };
  let child: BotChild | null = null;
  let pid: number | null = null;
  let isEndWanted = false;
  let restart: NodeJS.Timeout | undefined;

  /** Notes what the bot said, and starts it again where it ended by itself, as a supervisor would. */
  async function follow(started: BotChild): Promise<void> {
    const { code, signal } = await started.exit;
    for (const { level, msg } of started.log.lines) if (level >= WARN) countOne(report.warnings, msg);
    pid = null;
    child = null;
    if (isEndWanted) return;
    const how = `${name} ended by itself (${signal ?? `status ${code}`}): ${lastWords(started)}`;
    countOne(report.ownEnds, how);
    if (code === NEEDS_OPERATOR || code === BROKEN) report.broken.push(how);
    restart = setTimeout(startChild, RESTART_AFTER_MS);
  }

  function startChild(): BotChild {
    isEndWanted = false;
    const started = startBotChild(own, BOT);
    child = started;
    pid = started.pid;
    void follow(started);
    return started;
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    isEndWanted = true;
    clearTimeout(restart);
    const ending = child;
    if (ending === null) return;
    ending.kill(signal);
    const { code } = await ending.exit;
    if (signal === 'SIGTERM' && code !== 0)
      report.broken.push(`${name} did not stop in good order (status ${code}): ${lastWords(ending)}`);
  }

  parts.defer(() => end('SIGKILL'));
  const owned = parts.move();
  return {
    name,
    toPostgres,
    toDiscord,
    pid: () => pid,
    async start() {
      await (child ?? startChild()).log.until('ready');
    },
    signal: (signal) => child?.kill(signal),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    setClock,
    said: (words) => child?.log.until(words) ?? Promise.reject(new Error(`${name} is down.`)),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
