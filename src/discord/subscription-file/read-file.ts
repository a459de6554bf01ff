import { pauseEvery } from '../event-loop-pauses.ts';
import { escapedLine } from '../text.ts';
import { UserError } from '../user-error.ts';
import {
  type AlertsFile,
  FILE_FORMAT,
  FILE_VERSION,
  type FileAlert,
  type FileChannel,
  fileAlert,
  fileChannel,
  fileShell,
} from './file-format.ts';

/** So many problems are told at once. */
const SHOWN = 5;
const TEXT_LENGTH = 300;
/** Alerts that are read before others have the event loop: some 10 ms of work where all are as long as can be. */
const READ_AT_ONCE = 50;

function at(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([name]) => name === String(key))?.[1];
}

/** Where in the file it is, by what the entries are called: `alert 2 of channel “sales”`. */
function placeOf(path: readonly PropertyKey[], file: unknown): string {
  const [list, channelAt, alerts, alertAt] = path;
  if (list !== 'channels' || typeof channelAt !== 'number') return 'the file';
  const channel = at(at(file, 'channels'), channelAt);
  const name = at(channel, 'name');
  const called =
    typeof name === 'string' && name !== ''
      ? `channel “${escapedLine(name, 80)}”`
      : `channel ${channelAt + 1}`;
  if (alerts !== 'alerts' || typeof alertAt !== 'number') return called;
  return `alert ${alertAt + 1} of ${called}`;
}

/** What is wrong at one place of the file. */
interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function problemText({ path, message }: Issue, file: unknown): string {
  const names = path.filter((step): step is string => typeof step === 'string');
  const field = names.at(-1);
  // Of an entry of these lists its place is told already.
  const isEntry = typeof path.at(-1) === 'number' && (field === 'channels' || field === 'alerts');
  const what = field === undefined || isEntry ? '' : ` **${escapedLine(field, 40)}**`;
  return `In ${placeOf(path, file)}:${what} ${escapedLine(message, TEXT_LENGTH)}`;
}

/** Read one by one, so that a file of many alerts keeps nobody else waiting. */
async function readChannels(channels: readonly unknown[], issues: Issue[]): Promise<readonly FileChannel[]> {
  const pause = pauseEvery(READ_AT_ONCE);
  const read: FileChannel[] = [];
  for (const [channelAt, value] of channels.entries()) {
    await pause();
    const channel = fileChannel.safeParse(value);
    if (!channel.success) {
      for (const { path, message } of channel.error.issues) {
        issues.push({ path: ['channels', channelAt, ...path], message });
      }
      continue;
    }
    const alerts: FileAlert[] = [];
    for (const [alertAt, one] of channel.data.alerts.entries()) {
      await pause();
      const alert = fileAlert.safeParse(one);
      if (alert.success) {
        alerts.push(alert.data);
        continue;
      }
      for (const { path, message } of alert.error.issues) {
        issues.push({ path: ['channels', channelAt, 'alerts', alertAt, ...path], message });
      }
    }
    read.push({ ...channel.data, alerts });
  }
  return read;
}

/**
 * Reads what `/alerts export` wrote, or what somebody made after it.
 * @throws UserError that names the entries that are wrong, and why
 */
export async function readAlertsFile(text: string): Promise<AlertsFile> {
  let file: unknown;
  try {
    file = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const why = error instanceof Error ? escapedLine(error.message, 150) : '';
    throw new UserError(`This file is no JSON (${why}). Attach what \`/alerts export\` gave you.`, {
      cause: error,
    });
  }
  if (at(file, 'format') !== FILE_FORMAT) {
    throw new UserError('This is no file of alerts. Attach what `/alerts export` gave you.');
  }
  const version = at(file, 'version');
  if (version !== FILE_VERSION) {
    throw new UserError(
      typeof version === 'number' && version > FILE_VERSION
        ? 'A newer version of me wrote this file. Ask the one who runs me for an update, or set the alerts up with `/alerts add`.'
        : `The **version** of this file must be ${FILE_VERSION}. Attach what \`/alerts export\` gave you.`,
    );
  }
  const shell = fileShell.safeParse(file);
  const issues: Issue[] = shell.success ? [] : [...shell.error.issues];
  const channels = shell.success ? await readChannels(shell.data.channels, issues) : [];
  if (shell.success && issues.length === 0) return { ...shell.data, channels };
  const more = issues.length - SHOWN;
  throw new UserError(
    [
      'I cannot take this file, and changed nothing:',
      ...issues.slice(0, SHOWN).map((issue) => `- ${problemText(issue, file)}`),
      ...(more > 0 ? [`and ${more} more.`] : []),
    ].join('\n'),
  );
}
