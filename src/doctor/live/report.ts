import packageJson from '../../../package.json' with { type: 'json' };
import type { Finding, Probe } from './probe.ts';

/** A probe with its result. */
export interface ProbeResult {
  readonly probe: Probe;
  readonly finding: Finding;
}

/**
 * Formats the report that can be attached to a bug report. It has no token and no ids.
 * @param run.startedAt, run.endedAt epoch ms
 */
export function formatReport(
  results: readonly ProbeResult[],
  run: {
    readonly startedAt: number;
    readonly endedAt: number;
    readonly apiUrl: string;
    readonly channelType: number;
    readonly isCleanedUp: boolean;
  },
): string {
  const report = {
    gavel: packageJson.version,
    node: process.versions.node,
    discord: new URL(run.apiUrl).host,
    startedAt: new Date(run.startedAt).toISOString(),
    seconds: Math.round((run.endedAt - run.startedAt) / 1_000),
    channelType: run.channelType,
    isCleanedUp: run.isCleanedUp,
    probes: results.map(({ probe: { name, assumed, dependent }, finding }) => ({
      name,
      assumed,
      verdict: finding.verdict,
      ...(finding.verdict === 'not tried'
        ? { reason: finding.reason }
        : { seen: finding.seen, values: finding.values }),
      dependent,
    })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
