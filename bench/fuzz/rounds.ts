import { createServer } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { pino } from 'pino';
import { createMarketplaceClient, type MarketplaceClient } from '#src/marketplace/client.ts';
import { BadResponse, NotFound, RateLimited, Unavailable } from '#src/marketplace/errors.ts';
import { seeded } from '../harness/random.ts';
import { below, damagedAnywhere, damagedFields, damagedText, nonsense, pick, written } from './damage.ts';
import { type JsonObject, SUBJECTS, type Subject } from './subjects.ts';

/** Longer than any `Retry-After`, and than a missing optional endpoint is remembered. */
const BETWEEN_ROUNDS_MS = 2 * 3_600_000;
const START = Date.UTC(2026, 10, 21, 12);
const MAX_FAILURES = 20;

/** Result of the runs. */
export interface FuzzResult {
  runs: number;
  /** Requests that the client sent, with its retries. */
  requests: number;
  read: number;
  refused: Record<string, number>;
  /** Records that had to be returned: undamaged ones, and damaged ones that are still readable. */
  required: number;
  /** Number of failures, and descriptions of the first ones. */
  failed: number;
  failures: string[];
}

interface Plan {
  readonly body: string;
  readonly status: number;
  /** Baseline items that must be returned unchanged. */
  readonly untouched: readonly unknown[];
  /** Minimum number of returned items. */
  readonly atLeast: number;
}

/** Of a page's records. */
const UNDERSTOOD_SHARE = 0.1;

function bodyPlan(subject: Subject, baseline: readonly unknown[], random: () => number): Plan {
  const records = baseline.map((_item, number) => subject.record(number));
  const untouched: unknown[] = [];
  let atLeast = 0;
  let understood = 0;
  const damaged = records.map((record, number): unknown => {
    const fate = subject.holds === 'one' ? 0.5 : random();
    if (fate < 0.4) {
      untouched.push(baseline[number]);
      atLeast += 1;
      understood += 1;
      return record;
    }
    if (fate > 0.8) return nonsense(random);
    const { value, fields } = damagedFields(record, random);
    if (!subject.essential.some((name) => fields.has(name))) atLeast += 1;
    if (subject.kind !== undefined && !fields.has(subject.kind)) understood += 1;
    return value;
  });
  // Such a page is refused as a whole: its format is unknown (`require-understood.ts`).
  const mayBeRefused = subject.kind !== undefined && understood < records.length * UNDERSTOOD_SHARE;
  if (mayBeRefused)
    return { body: written(subject.answer(damaged as JsonObject[])), status: 200, untouched: [], atLeast: 0 };
  // The answer is built from damaged records on purpose.
  return { body: written(subject.answer(damaged as JsonObject[])), status: 200, untouched, atLeast };
}

function planFor(subject: Subject, baseline: readonly unknown[], random: () => number): Plan {
  const way = random();
  if (way < 0.6) return bodyPlan(subject, baseline, random);
  const answer = subject.answer(baseline.map((_item, number) => subject.record(number)));
  const body = way < 0.8 ? damagedText(written(answer), random) : written(damagedAnywhere(answer, random));
  const status = pick([200, 200, 200, 200, 201, 304, 400, 404, 429, 500, 502], random);
  return { body, status, untouched: [], atLeast: 0 };
}

const TYPES = [NotFound, RateLimited, Unavailable, BadResponse];

/** Calls the method and compares with the plan; returns a description of the failure, or `null`. */
async function judge(
  client: MarketplaceClient,
  subject: Subject,
  plan: Plan,
  result: FuzzResult,
): Promise<string | null> {
  try {
    const items = await subject.call(client);
    result.read += 1;
    result.required += plan.atLeast;
    const lost = plan.untouched.filter((item) => !items.some((other) => isDeepStrictEqual(other, item)));
    if (lost.length > 0) return `${lost.length} untouched records were lost or changed`;
    const present = items.filter((item) => item !== null).length;
    return present < plan.atLeast ? `${plan.atLeast} records were readable, ${present} were read` : null;
  } catch (error) {
    const type = TYPES.find((known) => error instanceof known);
    if (type === undefined) return `an error that is not typed: ${String(error)}`;
    result.refused[type.name] = (result.refused[type.name] ?? 0) + 1;
    return plan.atLeast > 0
      ? `an answer with ${plan.atLeast} readable records was refused: ${String(error)}`
      : null;
  }
}

/**
 * Sends the client `runs` damaged answers over real HTTP, for all of its methods, and checks that it only throws typed errors
 * and loses no readable record. The same seed gives the same damage.
 * @param onProgress called from time to time with the number of finished runs
 */
export async function fuzz(options: {
  readonly runs: number;
  readonly seed: number;
  readonly onProgress?: (done: number) => void;
}): Promise<FuzzResult> {
  const { runs, seed, onProgress } = options;
  const random = seeded(seed);
  const result: FuzzResult = {
    runs: 0,
    requests: 0,
    read: 0,
    refused: {},
    required: 0,
    failed: 0,
    failures: [],
  };
  await using stack = new AsyncDisposableStack();

  let plan: Plan = { body: '', status: 200, untouched: [], atLeast: 0 };
  let time = START;
  const server = createServer((_request, response) => {
    result.requests += 1;
    response.writeHead(plan.status, { 'content-type': 'application/json' }).end(plan.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stack.defer(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const client = stack.use(
    createMarketplaceClient({
      baseUrl: `http://127.0.0.1:${address.port}`,
      log: pino({ level: 'silent' }),
      now: () => time,
      random: () => 0,
    }),
  );
  const baselines = new Map<Subject, readonly unknown[]>();
  for (const subject of SUBJECTS) {
    const count = subject.holds === 'one' ? 1 : 12;
    const records = Array.from({ length: count }, (_unused, number) => subject.record(number));
    plan = { body: written(subject.answer(records)), status: 200, untouched: [], atLeast: 0 };
    baselines.set(subject, await subject.call(client));
  }

  while (result.runs < runs) {
    const subject = SUBJECTS[below(SUBJECTS.length, random)];
    if (subject === undefined) continue;
    time += BETWEEN_ROUNDS_MS;
    plan = planFor(subject, baselines.get(subject) ?? [], random);
    const failure = await judge(client, subject, plan, result);
    result.runs += 1;
    if (failure !== null) {
      result.failed += 1;
      const sample = plan.body.slice(0, 2_000);
      if (result.failures.length < MAX_FAILURES)
        result.failures.push(`${subject.name}: ${failure}\n${sample}`);
    }
    if (result.runs % 1_000 === 0) onProgress?.(result.runs);
  }
  return result;
}
