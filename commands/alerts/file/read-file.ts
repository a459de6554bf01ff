import { setImmediate } from 'node:timers/promises';
import { orderedTopics } from '#src/alerts/canonical-rule.ts';
import { strong } from '#src/alerts/filters/filter.ts';
import { conditions, type FilterValues, fields, MATCH_ALL } from '#src/alerts/filters/index.ts';
import { sentenceText } from '#src/discord/render/segments.ts';
import { escapeMarkdownLine } from '#src/discord/text.ts';
import { UserError } from '#src/discord/user-error.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { yieldEvery } from '#src/discord/yield-every.ts';
import { hasMoreKeysThan } from '#src/marketplace/json-size.ts';
import type { Messages } from '#src/messages/messages.ts';
import {
  ALERT_KEYS,
  type AlertsFile,
  FILE_FORMAT,
  FILE_VERSION,
  type FileAlert,
  type FileChannel,
  type FileFormat,
  fileEntry,
  fileFormat,
} from './file-format.ts';

/** Maximum problems in one answer. */
const SHOWN = 5;
const TEXT_LENGTH = 300;
const ENTRY_LENGTH = 100;
/** The search stops after this many problems. Each costs about as much as ten valid alerts. */
const MAX_PROBLEMS = 100;
/**
 * Texts with more keys are not parsed, because parsing cannot be interrupted. The bot's own files have about 50
 * different keys.
 */
const MAX_KEYS = 500;
/** Alerts parsed before yielding to the event loop: about 10 ms if all have the maximum length. */
const READ_AT_ONCE = 50;

function at(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([name]) => name === String(key))?.[1];
}

type Words = Messages['alertFiles'];

/** Position in the file, by the names of the entries: `alert 2 of channel “sales”`. */
function positionText(path: readonly PropertyKey[], file: unknown, words: Words): string {
  const [list, channelAt, alerts, alertAt] = path;
  if (list !== 'channels' || typeof channelAt !== 'number') return words.placeFile;
  const channel = at(at(file, 'channels'), channelAt);
  const name = at(channel, 'name');
  const called =
    typeof name === 'string' && name !== ''
      ? words.placeChannel(escapeMarkdownLine(name, 80))
      : words.placeUnnamedChannel(channelAt + 1);
  if (alerts !== 'alerts' || typeof alertAt !== 'number') return called;
  return words.placeAlert(alertAt + 1, called);
}

/** A problem at a position in the file. */
type Issue = { readonly path: readonly PropertyKey[] } & (
  | { readonly message: string }
  /** Text that is already escaped for Discord's markdown. */
  | { readonly written: string }
);

/** The name of an entry, as people who write JSON know it: `templates.sale.title`, `ping_roles[1].id`. */
const entryName = (steps: readonly PropertyKey[]): string =>
  steps
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');

function problemText(issue: Issue, file: unknown, words: Words): string {
  const position = positionText(issue.path, file, words);
  if ('written' in issue) return words.problem(position, issue.written);
  // The first two steps lead to a channel, the first four to one of its alerts; these places are named already.
  const [list, channelAt, alerts, alertAt] = issue.path;
  const isInChannel = list === 'channels' && typeof channelAt === 'number';
  const isInAlert = isInChannel && alerts === 'alerts' && typeof alertAt === 'number';
  const inEntry = issue.path.slice(isInAlert ? 4 : isInChannel ? 2 : 0);
  const field = inEntry.length === 0 ? undefined : entryName(inEntry);
  const problem = escapeMarkdownLine(issue.message, TEXT_LENGTH);
  return field === undefined
    ? words.problem(position, problem)
    : words.problemOfEntry(position, escapeMarkdownLine(field, ENTRY_LENGTH), problem);
}

/** Parses an alert to its rule and state, or returns all its problems. */
function readAlert(
  entry: unknown,
  format: FileFormat,
  view: ViewContext,
): FileAlert | { readonly issues: readonly Issue[] } {
  const { currency, messages } = view;
  const written = { currency, messages: messages.filters, collectionName: () => '' };
  const head = format.alert.safeParse(entry);
  const rest = fileEntry.safeParse(entry).data ?? {};
  const issues: Issue[] = [];
  let values: FilterValues = MATCH_ALL;
  for (const field of fields) {
    const value = rest[field.key];
    if (value === undefined) continue;
    const reading = field.readFile(value, written);
    if ('problem' in reading) issues.push({ path: [field.key], message: reading.problem });
    else values = { ...values, ...reading.part };
  }
  if (!head.success) issues.push(...head.error.issues);
  const unknown = Object.keys(rest).filter((key) => !ALERT_KEYS.includes(key));
  if (unknown.length > 0)
    issues.push({ path: [], message: view.messages.alertFiles.must.notHaveOthers(unknown) });
  const given = new Set(Object.keys(rest));
  for (const condition of conditions) {
    const settled = condition.settle?.(values, {
      messages: messages.filters,
      currency: view.currency,
      called: strong,
      given,
    });
    if (settled === undefined) continue;
    if ('problem' in settled) issues.push({ path: [], written: sentenceText(settled.problem, view) });
    else values = { ...values, ...settled.values };
  }
  if (!head.success || issues.length > 0) return { issues };
  const { alerts, ping_roles: roles, paused, name = null, ends, once, templates } = head.data;
  const endsAt = ends === undefined ? null : Date.parse(ends);
  const hasExtras = name !== null || endsAt !== null || once;
  const extras = hasExtras ? { name, endsAt, ...(once ? { isOnce: true } : {}) } : undefined;
  return { paused, roles, templates, rule: { topics: orderedTopics(alerts), filter: values, extras } };
}

/** Parses channels one at a time, so that a long file does not block the event loop. Stops after many problems. */
async function readChannels(
  channels: readonly unknown[],
  issues: Issue[],
  format: FileFormat,
  context: ViewContext,
): Promise<readonly FileChannel[]> {
  const pause = yieldEvery(READ_AT_ONCE);
  const read: FileChannel[] = [];
  for (const [channelAt, value] of channels.entries()) {
    if (issues.length >= MAX_PROBLEMS) break;
    await pause();
    const channel = format.channel.safeParse(value);
    if (!channel.success) {
      for (const { path, message } of channel.error.issues) {
        issues.push({ path: ['channels', channelAt, ...path], message });
      }
      continue;
    }
    const alerts: FileAlert[] = [];
    for (const [alertAt, one] of channel.data.alerts.entries()) {
      if (issues.length >= MAX_PROBLEMS) break;
      await pause();
      const alert = readAlert(one, format, context);
      if ('issues' in alert) {
        for (const { path, ...issue } of alert.issues) {
          issues.push({ ...issue, path: ['channels', channelAt, 'alerts', alertAt, ...path] });
        }
      } else alerts.push(alert);
    }
    read.push({ ...channel.data, alerts });
  }
  return read;
}

/**
 * Parses a file of `/alerts export`, or one written by hand in the same format.
 * @throws UserError naming every wrong entry with the reason
 */
export async function readAlertsFile(text: string, context: ViewContext): Promise<AlertsFile> {
  if (hasMoreKeysThan(text, MAX_KEYS)) throw new UserError(({ alertFiles }) => alertFiles.tooManyKeys);
  let file: unknown;
  // Yield, so that several long files take turns.
  await setImmediate();
  try {
    file = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const [, line, column] = /\(line (\d{1,9}) column (\d{1,9})\)/.exec(String(error)) ?? [];
    throw new UserError(
      ({ alertFiles }) =>
        line === undefined ? alertFiles.noJson : alertFiles.noJsonAt(Number(line), Number(column)),
      { cause: error },
    );
  }
  await setImmediate();
  if (at(file, 'format') !== FILE_FORMAT) {
    throw new UserError(({ alertFiles }) => alertFiles.noAlertsFile);
  }
  const version = at(file, 'version');
  if (version !== FILE_VERSION) {
    const isNewer = typeof version === 'number' && version > FILE_VERSION;
    throw new UserError(({ alertFiles }) =>
      isNewer ? alertFiles.newerVersion : alertFiles.otherVersion(FILE_VERSION),
    );
  }
  const { alertFiles: words } = context.messages;
  const format = fileFormat(context.messages);
  const shell = format.shell.safeParse(file);
  const issues: Issue[] = shell.success ? [] : [...shell.error.issues];
  const channels = shell.success ? await readChannels(shell.data.channels, issues, format, context) : [];
  if (shell.success && issues.length === 0) return { ...shell.data, channels };
  const more = issues.length - SHOWN;
  const moreProblems = issues.length >= MAX_PROBLEMS ? words.moreProblemsAtLeast : words.moreProblems;
  const lines = [
    words.refused,
    ...issues.slice(0, SHOWN).map((issue) => `- ${problemText(issue, file, words)}`),
    ...(more > 0 ? [moreProblems(more)] : []),
  ];
  throw new UserError(() => lines.join('\n'));
}
