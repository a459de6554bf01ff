import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import type { Clock } from '#src/chain/clock.ts';
import { printResults } from '#src/doctor/check-result.ts';
import type { LiveArguments } from '#src/doctor/live/arguments.ts';
import type { Probe } from '#src/doctor/live/probe.ts';
import { PROBES } from '#src/doctor/live/probes.ts';
import { type LiveOptions, runProbes } from '#src/doctor/live/run-probes.ts';
import {
  type LocalDiscord,
  type LocalDiscordOptions,
  startLocalDiscord,
} from '../../../sandbox/discord/local-discord.ts';
import { createOffsetClock } from '../../support/offset-clock.ts';

/** All permissions that one of the probes needs. */
const PERMISSIONS =
  Bits.ViewChannel |
  Bits.SendMessages |
  Bits.SendMessagesInThreads |
  Bits.EmbedLinks |
  Bits.ReadMessageHistory |
  Bits.CreatePublicThreads |
  Bits.ManageThreads;

/** The output and the report of a run. */
export interface LiveRun {
  readonly lines: readonly string[];
  readonly isHealthy: boolean;
  /** `null` if none was written. */
  readonly report: string | null;
  readonly progress: readonly string[];
  /** The questions that the operator was asked. */
  readonly questions: readonly string[];
}

/** A local Discord with an announcement channel, a forum and a person, on a clock that no sleep has to wait for. */
export interface LiveFixture extends AsyncDisposable {
  readonly discord: LocalDiscord;
  readonly applicationId: string;
  readonly token: string;
  readonly guildId: string;
  readonly channelId: string;
  readonly forumId: string;
  readonly personId: string;
  /** Everything that can be given on the command line. */
  readonly args: LiveArguments;
  readonly envFile: string;
  readonly folder: string;
  readonly clock: Clock;
  run(changes?: Partial<LiveOptions>): Promise<LiveRun>;
}

export function probeNamed(name: string): Probe {
  const probe = PROBES.find((one) => one.name === name);
  if (probe === undefined) throw new Error(`There is no probe ${name}.`);
  return probe;
}

export async function startLiveFixture(options: LocalDiscordOptions = {}): Promise<LiveFixture> {
  await using parts = new AsyncDisposableStack();
  const offset = createOffsetClock();
  const clock: Clock = {
    ...offset,
    async sleep(ms, signal) {
      if (!signal.aborted) offset.advance(ms);
    },
  };
  const discord = parts.use(await startLocalDiscord({ now: offset.now, ...options }));
  const folder = await mkdtemp(path.join(tmpdir(), 'gavel-live-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const { applicationId, token } = discord.createApplication({ name: 'Gavel' });
  const owner = discord.createUser({ name: 'owner' });
  const { id: guildId } = discord.createGuild({ name: 'Home', ownerId: owner.id });
  discord.installBot({ guildId, applicationId, permissions: PERMISSIONS });
  const channel = discord.createChannel({ guildId, name: 'news', type: ChannelType.GuildAnnouncement });
  const forum = discord.createChannel({ guildId, name: 'posts', type: ChannelType.GuildForum });
  const person = discord.createUser({ name: 'person' });
  discord.addMember({ guildId, userId: person.id });
  discord.setAcceptsDirectMessages(person.id, false);
  const envFile = path.join(folder, '.env');
  await writeFile(envFile, `DISCORD_TOKEN='${token}'\nDISCORD_API_URL='${discord.apiUrl}'\n`, {
    mode: 0o600,
  });
  const args = {
    channelId: channel.id,
    forumId: forum.id,
    personId: person.id,
    mayPublish: true,
    reportFile: null,
  };

  const owned = parts.move();
  return {
    discord,
    applicationId,
    token,
    guildId,
    channelId: channel.id,
    forumId: forum.id,
    personId: person.id,
    args,
    envFile,
    folder,
    clock,
    async run(changes = {}) {
      const lines: string[] = [];
      const progress: string[] = [];
      const questions: string[] = [];
      let report: string | null = null;
      const checks = runProbes({
        envFile,
        environment: {},
        args,
        probes: PROBES,
        clock,
        signal: new AbortController().signal,
        async confirm(text) {
          questions.push(text);
          return true;
        },
        onProgress: (text) => void progress.push(text),
        async writeReport(text) {
          report = text;
          return 'report.json';
        },
        ...changes,
      });
      const isHealthy = await printResults(checks, (line) => lines.push(line));
      return { lines, isHealthy, report, progress, questions };
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
