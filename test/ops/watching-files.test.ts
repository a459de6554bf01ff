import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '#src/ops/metrics/metrics.ts';

const DEPLOY = path.resolve(import.meta.dirname, '../../deploy');
const dashboard = readFileSync(path.join(DEPLOY, 'grafana/gavel.json'), 'utf8');
const rules = readFileSync(path.join(DEPLOY, 'prometheus/alerts.yml'), 'utf8');

/** Metrics that no panel shows, and why. */
const NOT_SHOWN: Readonly<Record<string, string>> = {
  gavel_process_cpu_seconds_total: 'the sum of user and system, which are shown',
  gavel_process_virtual_memory_bytes: 'says nothing on a machine of today',
  gavel_process_heap_bytes: 'the heap of the operating system; Node’s is shown',
  gavel_nodejs_eventloop_lag_seconds: 'a single sample; the percentiles are shown',
  gavel_nodejs_eventloop_lag_min_seconds: 'the resolution of the timer',
  gavel_nodejs_eventloop_lag_mean_seconds: 'median and p99 are shown',
  gavel_nodejs_eventloop_lag_stddev_seconds: 'median and p99 are shown',
  gavel_nodejs_eventloop_lag_p90_seconds: 'median and p99 are shown',
  gavel_nodejs_eventloop_utilization_summary: 'how late the loop is says more',
  gavel_nodejs_eventloop_utilization_histogram: 'how late the loop is says more',
  gavel_nodejs_active_handles: 'connections; the request metrics say more',
  gavel_nodejs_active_handles_total: 'connections; the request metrics say more',
  gavel_nodejs_active_requests: 'lookups of names and files, a handful',
  gavel_nodejs_active_requests_total: 'lookups of names and files, a handful',
  gavel_nodejs_active_resources: 'connections; the request metrics say more',
  gavel_nodejs_active_resources_total: 'connections; the request metrics say more',
  gavel_nodejs_heap_space_size_total_bytes: 'for a hunt for a leak, not for every day',
  gavel_nodejs_heap_space_size_used_bytes: 'for a hunt for a leak, not for every day',
  gavel_nodejs_heap_space_size_available_bytes: 'for a hunt for a leak, not for every day',
  gavel_gateway_shard_connected:
    'for the search of a shard that is offline; the dashboard shows all of them as one',
  gavel_gateway_shard_ping_seconds: 'for the search of a slow shard; the dashboard shows the average',
  gavel_nodejs_version_info: 'gavel_build_info has it',
};

const named = (text: string) => [...new Set(text.match(/\bgavel_[a-z0-9_]+/g))];
const base = (name: string) => name.replace(/_(?:bucket|sum|count)$/, '');

const metrics = createMetrics({
  version: '0',
  now: () => 0,
  watchProcess: true,
  sources: {
    gateway: () => ({
      connected: true,
      pingMs: 1,
      servers: 1,
      shards: [{ id: 0, isReady: true, latencyMs: 40 }],
      interactions: 'gateway',
    }),
    pollState: () => ({ lastSuccessAt: 0, failures: 0, unreadableSince: null }),
    feedLagMs: () => 0,
    roles: () => [],
    outboxFigures: () => Promise.reject(new Error('not asked for')),
  },
});
const known = new Set(metrics.names());

describe('the dashboard', () => {
  it('is valid for Grafana', () => {
    const { title, uid, panels } = JSON.parse(dashboard);
    expect({ title, uid }).toEqual({ title: 'Gavel', uid: 'gavel' });
    const ids = panels.map(({ id }: { id: number }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(named(dashboard))('uses %s, which exists', (name) => {
    expect(known.has(name) || known.has(base(name))).toBe(true);
  });

  it('shows every metric, except those with a stated reason', () => {
    const shown = new Set(named(dashboard).flatMap((name) => [name, base(name)]));
    const missing = [...known].filter((name) => !shown.has(name) && !(name in NOT_SHOWN));
    expect(missing).toEqual([]);
  });

  it('states a reason only for metrics that it does not show', () => {
    const shown = new Set(named(dashboard));
    expect(Object.keys(NOT_SHOWN).filter((name) => shown.has(name))).toEqual([]);
  });

  it('has no overlapping panels', () => {
    interface Place {
      readonly x: number;
      readonly y: number;
      readonly w: number;
      readonly h: number;
    }
    const places: readonly Place[] = JSON.parse(dashboard).panels.map(
      ({ gridPos }: { gridPos: Place }) => gridPos,
    );
    const taken = places.flatMap(({ x, y, w, h }) =>
      Array.from({ length: w * h }, (_unused, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    );
    expect(new Set(taken).size).toBe(taken.length);
  });
});

describe('the alert rules', () => {
  it.each(named(rules))('use %s, which exists', (name) => {
    expect(known.has(name) || known.has(base(name))).toBe(true);
  });

  it('each have a unique name, a severity and instructions', () => {
    const blocks = rules.split(/^ {6}- alert: /m).slice(1);
    const names = blocks.map((block) => block.split('\n', 1)[0]);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(10);
    for (const block of blocks) {
      expect(block).toMatch(/expr: /);
      expect(block).toMatch(/severity: (?:page|ticket)/);
      expect(block).toMatch(/summary: .+/);
      expect(block).toMatch(/description: .+/);
    }
  });
});
