import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { examine } from '../../src/doctor/examination.ts';
import { tell } from '../../src/doctor/tell.ts';
import { backUp } from '../../src/store/sqlite/backup.ts';
import { type BotWorld, startBotWorld } from '../support/bot-world.ts';

/** What the doctor said. */
export interface Diagnosis {
  readonly text: string;
  /** Whether it found nothing wrong. */
  readonly sound: boolean;
  /** The lines that begin with this sign. */
  signed(sign: '✓' | '!' | '✗'): readonly string[];
  /** What stands below the line that holds `words`: details and the remedy. */
  below(words: string): string;
}

/** A world in which all is well: a bot that was set up, with a subscribed channel and a backup, stopped. */
export interface Patient extends AsyncDisposable {
  readonly world: BotWorld;
  /** Where `.env` and the database are. */
  readonly folder: string;
  readonly databaseFile: string;
  /** Writes `.env`; a variable that is `null` is left out. */
  write(changes?: Readonly<Record<string, string | null>>): Promise<void>;
  /** Has the doctor look at it, in this process. @param ahead by how much its clock is wrong, ms */
  examine(ahead?: number): Promise<Diagnosis>;
}

export function diagnosisOf(text: string, sound: boolean): Diagnosis {
  const lines = text.split('\n');
  return {
    text,
    sound,
    signed: (sign) => lines.filter((line) => line.startsWith(sign)),
    below(words) {
      const at = lines.findIndex((line) => line.includes(words));
      const rest = at < 0 ? [] : lines.slice(at + 1);
      const end = rest.findIndex((line) => !line.startsWith('  '));
      return rest.slice(0, end < 0 ? rest.length : end).join('\n');
    },
  };
}

export async function startPatient(): Promise<Patient> {
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
    async examine(ahead = 0) {
      const lines: string[] = [];
      const now = () => Date.now() + ahead;
      const sound = await tell(examine({ envFile, environment: {}, now }), (line) => lines.push(line));
      return diagnosisOf(lines.join('\n'), sound);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
