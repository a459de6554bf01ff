import { randomBytes } from 'node:crypto';
import type { Clock } from '#src/chain/clock.ts';
import { bad, type Check, type CheckResult, good, runCheck, warning } from '../check-result.ts';
import { createDiscordApi } from '../discord/api.ts';
import { createAsk, createSend } from '../http-request.ts';
import { checkSettings, type UsableSettings } from '../settings.ts';
import type { LiveArguments } from './arguments.ts';
import { createLab, type Lab } from './lab.ts';
import type { Leftovers } from './leftovers.ts';
import { openSite } from './open-site.ts';
import type { Finding, Probe } from './probe.ts';
import { formatReport, type ProbeResult } from './report.ts';
import { NotTriedError, type Site } from './site.ts';

/** A run of the probes. */
export interface LiveOptions {
  /** Path of `.env`. */
  readonly envFile: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly args: LiveArguments;
  readonly probes: readonly Probe[];
  readonly clock: Clock;
  /** Aborts when the operator stops the run. */
  readonly signal: AbortSignal;
  /** Asks the operator whether to do this. */
  readonly confirm: (text: string) => Promise<boolean>;
  readonly onProgress: (text: string) => void;
  /** Writes the report and resolves to the name of its file. */
  readonly writeReport: (text: string) => Promise<string>;
}

/** Reads the settings. Their problems are reported only if the probes need them. */
async function* readSettings(options: LiveOptions): Check<UsableSettings | null> {
  const results: CheckResult[] = [];
  const settings = checkSettings(options);
  let step = await settings.next();
  for (; step.done !== true; step = await settings.next()) results.push(step.value);
  if (step.value.hasValidToken) return step.value;
  yield* results.filter(({ verdict }) => verdict === 'bad');
  return null;
}

/** Describes what the run does, for the operator's consent. */
function describeRun({ channel, forum, personId, mayPublish }: Site, count: number): string {
  const actions = [
    `${count} probes of what delivery assumes about Discord:`,
    `- About 30 messages and 2 threads in ${channel.name}, each of which is deleted soon.`,
    ...(forum === null ? [] : [`- Two posts in ${forum.name}, which are deleted.`]),
    ...(personId === null ? [] : ['- One direct message to the person that you gave.']),
    ...(mayPublish ? ['- One message is published to the servers that follow the channel.'] : []),
    '- Discord refuses one request, a list of messages that is requested too often.',
    'No message mentions anybody. It takes up to 15 minutes. Ctrl-C stops it and cleans up.',
  ];
  return actions.join('\n');
}

/** The finding of every later probe, so that no more messages stay in the channel. */
const NOT_CLEAN: Finding = {
  verdict: 'not tried',
  reason: 'what an earlier probe posted could not be deleted',
  remedy: 'Delete it as described below, and run it again.',
};

async function findingOf(probe: Probe, lab: Lab): Promise<Finding> {
  try {
    return await probe.run(lab);
  } catch (error) {
    if (!(error instanceof NotTriedError)) throw error;
    return { verdict: 'not tried', reason: error.message, remedy: error.remedy };
  }
}

function resultOf({ probe: { name, assumed, dependent }, finding }: ProbeResult): CheckResult {
  const details = (seen: string): readonly string[] => [
    `assumed: ${assumed}`,
    `seen: ${seen}`,
    `depends on it: ${dependent}`,
  ];
  switch (finding.verdict) {
    case 'holds':
      return good(`${name}: as assumed.`, details(finding.seen));
    case 'wrong':
      return bad(`${name}: not as assumed.`, 'Open an issue, and attach the report.', details(finding.seen));
    case 'not tried':
      return warning(`${name}: not tried, because ${finding.reason}.`, finding.remedy, details('nothing'));
    default:
      return finding satisfies never;
  }
}

/** Deletes everything that the run created, also what Discord created without an answer. */
async function* cleanUp(leftovers: Leftovers): Check<boolean> {
  await leftovers.remove();
  const isSearched = await leftovers.search();
  await leftovers.remove();
  const { messages, threads } = leftovers.removed();
  const left = leftovers.list();
  if (left.length > 0)
    yield bad(
      `${left.length} messages or threads of this run could not be deleted.`,
      'Delete them by hand: they contain “Gavel doctor”.',
      left,
    );
  else if (isSearched) yield good(`Everything was deleted: ${messages} messages and ${threads} threads.`);
  else
    yield warning(
      `${messages} messages and ${threads} threads were deleted; the channel could not be searched for others.`,
      'Look there for messages that contain “Gavel doctor”.',
    );
  return left.length === 0 && isSearched;
}

/** Writes the report. If that is impossible, it becomes part of the output. */
async function saveReport(report: string, writeReport: LiveOptions['writeReport']): Promise<CheckResult> {
  try {
    return good(`The report is in ${await writeReport(report)}. It contains no token and no ids.`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return bad(
      `The report could not be written: ${reason}.`,
      'Copy it from the lines above, or run it again with --report and a file that can be written.',
      report.trimEnd().split('\n'),
    );
  }
}

/**
 * Checks what delivery assumes about Discord, by messages in a channel of the operator's choice, after a yes.
 * Everything that was posted is deleted, also after an error and when the run is stopped.
 */
export async function* runProbes(options: LiveOptions): Check {
  yield* runCheck('What delivery assumes about Discord', tryProbes(options));
}

async function* tryProbes(options: LiveOptions): Check {
  const { args, probes, clock, signal, onProgress } = options;
  const settings = yield* readSettings(options);
  if (settings === null) return;
  const { discordApiUrl: apiUrl, discordToken: token } = settings.config;
  const api = createDiscordApi(createAsk(clock.now), apiUrl, token);
  const site = yield* openSite(api, args, { apiUrl, now: clock.now });
  if (site === null) return;
  if (!(await options.confirm(describeRun(site, probes.length)))) {
    yield warning('Nothing was tried, because the answer was not “yes”.', 'Run it again, and answer yes.');
    return;
  }
  const { lab, leftovers } = createLab(site, {
    send: createSend(clock.now),
    baseUrl: `${apiUrl}/v10`,
    token,
    clock,
    signal,
    runId: randomBytes(6).toString('hex'),
    onProgress,
  });
  const startedAt = clock.now();
  const results: ProbeResult[] = [];
  try {
    for (const [index, probe] of probes.entries()) {
      onProgress(`${probe.name} (${index + 1} of ${probes.length})`);
      const isClean = leftovers.list().length === 0;
      const result = { probe, finding: isClean ? await findingOf(probe, lab) : NOT_CLEAN };
      results.push(result);
      yield resultOf(result);
      if (isClean) await leftovers.remove();
    }
  } finally {
    onProgress('deleting what was posted');
    const isCleanedUp = yield* cleanUp(leftovers);
    const report = formatReport(results, {
      startedAt,
      endedAt: clock.now(),
      apiUrl,
      channelType: site.channel.type,
      isCleanedUp,
    });
    yield await saveReport(report, options.writeReport);
  }
  if (signal.aborted) yield bad('The run was stopped.', 'Run it again, and let it finish.');
}
