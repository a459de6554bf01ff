import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const AUDIT = path.resolve(import.meta.dirname, '..', '..', '.ci', 'audit');

/** Runs the audit with a fake npm that prints this answer. */
function auditWith(answer: string, status: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'gavel-audit-'));
  try {
    writeFileSync(path.join(folder, 'answer'), answer);
    writeFileSync(path.join(folder, 'npm'), `#!/bin/sh\ncat "${folder}/answer"\nexit ${status}\n`);
    chmodSync(path.join(folder, 'npm'), 0o755);
    const node = path.dirname(process.execPath);
    const env = { ...process.env, PATH: `${folder}:${node}:${process.env['PATH'] ?? ''}` };
    const { status: code, stdout } = spawnSync(AUDIT, { env, encoding: 'utf8' });
    return { code, output: stdout.trim().split('\n') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const report = (vulnerabilities: Readonly<Record<string, number>>, names: readonly string[] = []) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: Object.fromEntries(
      names.map((name) => [name, { name, severity: 'high', range: '<2.0.0' }]),
    ),
    metadata: { vulnerabilities },
  });

describe('the audit of dependencies', () => {
  it('passes without known weaknesses', () => {
    expect(auditWith(report({ high: 0, critical: 0, total: 0 }), 0)).toEqual({
      code: 0,
      output: ['The dependencies were audited: 0 known weaknesses, 0 of them high or critical.'],
    });
  });

  it('passes with weaknesses below high and counts them', () => {
    const { code, output } = auditWith(report({ low: 2, high: 0, critical: 0, total: 2 }), 0);
    expect(code).toBe(0);
    expect(output.at(-1)).toContain('2 known weaknesses, 0 of them high');
  });

  it('fails for a high weakness and names the package', () => {
    const { code, output } = auditWith(report({ high: 1, critical: 0, total: 1 }, ['leftpad']), 1);
    expect(code).toBe(1);
    expect(output).toEqual([
      'high: leftpad <2.0.0',
      'The dependencies were audited: 1 known weaknesses, 1 of them high or critical.',
    ]);
  });

  it.each([
    ['405', JSON.stringify({ message: '405 Method Not Allowed', error: {} }), '405 Method Not Allowed'],
    ['nothing', '', 'its answer was no JSON'],
    ['HTML', '<html>', 'its answer was no JSON'],
  ])(
    'passes and reports that nothing was audited when the registry answers with %s',
    (_what, answer, reason) => {
      expect(auditWith(answer, 1)).toEqual({
        code: 0,
        output: [`The dependencies were not audited, because the registry could not answer: ${reason}`],
      });
    },
  );
});
