import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { printResults } from '#src/doctor/check-result.ts';
import { runChecks } from '#src/doctor/run-checks.ts';
import { backUp } from '#src/store/file/backup.ts';
import { type BotWorld, startBotWorld } from '../support/bot-world.ts';

/** The output of the doctor. */
export interface DoctorReport {
  readonly text: string;
  /** Whether it found nothing wrong. */
  readonly isHealthy: boolean;
  /** The lines that begin with this sign. */
  withSign(sign: '✓' | '!' | '✗'): readonly string[];
  /** The lines below the one that contains `words`: details and the remedy. */
  detailsBelow(words: string): string;
}

/** A valid set-up: a stopped bot with a subscribed channel and a backup. */
export interface DoctorFixture extends AsyncDisposable {
  readonly world: BotWorld;
  /** Where `.env` and the database are. */
  readonly folder: string;
  readonly databaseFile: string;
  /** Writes `.env`; a variable that is `null` is left out. */
  write(changes?: Readonly<Record<string, string | null>>): Promise<void>;
  /** Runs the doctor in this process. @param ahead how far its clock is ahead, ms */
  runChecks(ahead?: number): Promise<DoctorReport>;
}

export function parseReport(text: string, isHealthy: boolean): DoctorReport {
  const lines = text.split('\n');
  return {
    text,
    isHealthy,
    withSign: (sign) => lines.filter((line) => line.startsWith(sign)),
    detailsBelow(words) {
      const at = lines.findIndex((line) => line.includes(words));
      const rest = at < 0 ? [] : lines.slice(at + 1);
      const end = rest.findIndex((line) => !line.startsWith('  '));
      return rest.slice(0, end < 0 ? rest.length : end).join('\n');
    },
  };
}

export async function startDoctorFixture(): Promise<DoctorFixture> {
  await using parts = new AsyncDisposableStack();
  const world = parts.use(await startBotWorld());
  const folder = await mkdtemp(path.join(tmpdir(), 'gavel-doctor-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const databaseFile = path.join(folder, 'gavel.db');
  const settings = { ...world.environment, DATABASE_URL: `sqlite:${databaseFile}` };
  const envFile = path.join(folder, '.env');

  async function write(changes: Readonly<Record<string, string | null>> = {}): Promise<void> {
    const lines = Object.entries({ ...settings, ...changes }).flatMap(([name, value]) =>
      value === null ? [] : [`${name}='${value}'`],
    );
    await writeFile(envFile, `${lines.join('\n')}\n`, { mode: 0o600 });
  }

  await write();
  {
    await using bot = await world.start({ DATABASE_URL: settings.DATABASE_URL });
    await world.home.follow(world.home.channelId);
    await bot.log.until('ready');
  }
  await backUp({
    databaseUrl: settings.DATABASE_URL,
    target: null,
    now: Date.now(),
    onProgress: () => undefined,
  });

  const owned = parts.move();
  return {
    world,
    folder,
    databaseFile,
    write,
    async runChecks(ahead = 0) {
      const lines: string[] = [];
      const now = () => Date.now() + ahead;
      const isHealthy = await printResults(runChecks({ envFile, environment: {}, now }), (line) =>
        lines.push(line),
      );
      return parseReport(lines.join('\n'), isHealthy);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
