import { describe, expect, it } from 'vitest';
import { variableNames } from '../../src/config.ts';
import { dockerInstructions, found, projectFile } from './deploy-files.ts';

const main = projectFile('src/run.ts');
const stopsWithinMs = Number(found(main, /STOP_WITHIN_MS = ([\d_]+);/).replaceAll('_', ''));
const needsOperator = found(main, /EXIT_NEEDS_OPERATOR = (\d+);/);
const compose = projectFile('compose.yaml');
const unit = projectFile('deploy/systemd/gavel.service');

/** Variables that the file sets for the bot. */
function variablesOf(text: string): readonly string[] {
  return [...text.matchAll(/\b([A-Z]+_[A-Z_]+)[=:] ?\S/g)].map(([, name = '']) => name);
}

describe('whoever supervises the bot', () => {
  it('gives it more time to stop than it takes, and everywhere the same', () => {
    const given = [
      found(compose, /stop_grace_period: (\d+)s/),
      found(unit, /^TimeoutStopSec=(\d+)s$/m),
      found(projectFile('Dockerfile'), /--stop-timeout (\d+)/),
    ];
    expect(new Set(given).size).toBe(1);
    expect(Number(given[0]) * 1_000).toBeGreaterThan(stopsWithinMs);
  });

  it('leaves it alone when it asks for its operator', () => {
    expect(found(unit, /^RestartPreventExitStatus=(.*)$/m)).toBe(needsOperator);
    expect(found(compose, /A status of (\d+) needs your hand/)).toBe(needsOperator);
  });

  it('starts it again after any other failure', () => {
    expect(found(unit, /^Restart=(.*)$/m)).toBe('on-failure');
    expect(found(compose, /restart: (.*)$/m)).toBe('unless-stopped');
  });

  it('lets it write to its data and to nothing else', () => {
    expect(compose).toMatch(/read_only: true/);
    expect(compose).toMatch(/cap_drop:\n\s+- ALL/);
    expect(compose).toMatch(/no-new-privileges:true/);
    expect(unit).toMatch(/^ProtectSystem=strict$/m);
    expect(unit).toMatch(/^NoNewPrivileges=yes$/m);
    expect(unit).toMatch(/^CapabilityBoundingSet=$/m);
  });

  it('keeps its database where it outlives the container', () => {
    const database = found(compose, /DATABASE_URL: sqlite:(\/data\/\S+)/);
    expect(compose).toContain('- data:/data');
    expect(dockerInstructions()).toContain('VOLUME /data');
    expect(dockerInstructions().join('\n')).toContain(`DATABASE_URL=sqlite:${database}`);
  });

  it('backs up the database that the bot uses', () => {
    const backup = projectFile('deploy/systemd/gavel-backup.service');
    const database = /DATABASE_URL=(\S+)/;
    expect(found(backup, database)).toBe(found(unit, database));
    expect(found(unit, database)).toContain(`/var/lib/${found(unit, /^StateDirectory=(.*)$/m)}/`);
  });

  it('sets no variable that the bot does not know', () => {
    const known = new Set([
      ...variableNames,
      'NODE_ENV',
      'NODE_IMAGE',
      'SQLITE_TMPDIR',
      'NODE_COMPILE_CACHE',
      'MALLOC_ARENA_MAX',
    ]);
    const set = [...variablesOf(compose), ...variablesOf(unit), ...variablesOf(projectFile('Dockerfile'))];
    expect(set.length).toBeGreaterThan(4);
    expect(set.filter((name) => !known.has(name))).toEqual([]);
  });
});
