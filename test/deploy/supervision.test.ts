import { describe, expect, it } from 'vitest';
import { variableNames } from '#src/config.ts';
import { dockerInstructions, match, projectFile } from './deploy-files.ts';

const main = projectFile('src/run.ts');
const stopsWithinMs = Number(match(main, /STOP_WITHIN_MS = ([\d_]+);/).replaceAll('_', ''));
const needsOperator = match(main, /EXIT_NEEDS_OPERATOR = (\d+);/);
const compose = projectFile('compose.yaml');
const unit = projectFile('deploy/systemd/gavel.service');
const clusterCompose = projectFile('deploy/compose.cluster.yaml');
const templateUnit = projectFile('deploy/systemd/gavel@.service');

/** Environment variables that the file sets for the bot. */
function variablesOf(text: string): readonly string[] {
  return [...text.matchAll(/\b([A-Z]+_[A-Z_]+)[=:] ?\S/g)].map(([, name = '']) => name);
}

describe('the supervisor configuration', () => {
  it('gives the bot the same stop timeout everywhere, longer than a stop takes', () => {
    const given = [
      match(compose, /stop_grace_period: (\d+)s/),
      match(unit, /^TimeoutStopSec=(\d+)s$/m),
      match(clusterCompose, /stop_grace_period: (\d+)s/),
      match(templateUnit, /^TimeoutStopSec=(\d+)s$/m),
      match(projectFile('Dockerfile'), /--stop-timeout (\d+)/),
    ];
    expect(new Set(given).size).toBe(1);
    expect(Number(given[0]) * 1_000).toBeGreaterThan(stopsWithinMs);
  });

  it('does not restart it when an operator has to act', () => {
    expect(match(unit, /^RestartPreventExitStatus=(.*)$/m)).toBe(needsOperator);
    expect(match(templateUnit, /^RestartPreventExitStatus=(.*)$/m)).toBe(needsOperator);
    expect(match(compose, /Status (\d+) \(`docker compose ps -a`\) means/)).toBe(needsOperator);
  });

  it('restarts it after any other failure', () => {
    expect(match(unit, /^Restart=(.*)$/m)).toBe('on-failure');
    expect(match(compose, /restart: (.*)$/m)).toBe('unless-stopped');
  });

  it('lets it write only to its data', () => {
    expect(compose).toMatch(/read_only: true/);
    expect(compose).toMatch(/cap_drop:\n\s+- ALL/);
    expect(compose).toMatch(/no-new-privileges:true/);
    expect(unit).toMatch(/^ProtectSystem=strict$/m);
    expect(unit).toMatch(/^NoNewPrivileges=yes$/m);
    expect(unit).toMatch(/^CapabilityBoundingSet=$/m);
  });

  it('runs each of several processes as it runs one, but for the database and the settings of its own', () => {
    const settings = (text: string) =>
      text.split('\n').filter((line) => /^[A-Za-z]+=/.test(line) && !line.startsWith('Environment'));
    const one = settings(unit).filter((line) => !/^(Description|StateDirectory)/.test(line));
    const several = settings(templateUnit).filter((line) => !line.startsWith('Description'));
    expect(several).toEqual(one);
    expect(templateUnit).toContain('EnvironmentFile=-/etc/gavel/gavel-%i.env');
    expect(clusterCompose).toMatch(/read_only: true/);
    expect(clusterCompose).toMatch(/cap_drop:\n\s+- ALL/);
    expect(clusterCompose.match(/<<: \*gavel$/gm)).toHaveLength(2);
  });

  it('keeps its database on a volume', () => {
    const database = match(compose, /DATABASE_URL: sqlite:(\/data\/\S+)/);
    expect(compose).toContain('- data:/data');
    expect(dockerInstructions()).toContain('VOLUME /data');
    expect(dockerInstructions().join('\n')).toContain(`DATABASE_URL=sqlite:${database}`);
  });

  it('backs up the database that the bot uses', () => {
    const backup = projectFile('deploy/systemd/gavel-backup.service');
    const database = /DATABASE_URL=(\S+)/;
    expect(match(backup, database)).toBe(match(unit, database));
    expect(match(unit, database)).toContain(`/var/lib/${match(unit, /^StateDirectory=(.*)$/m)}/`);
  });

  it('sets only variables that the bot reads', () => {
    const known = new Set([
      ...variableNames,
      'NODE_ENV',
      'NODE_IMAGE',
      'SQLITE_TMPDIR',
      'NODE_COMPILE_CACHE',
      'MALLOC_ARENA_MAX',
    ]);
    const set = [compose, unit, templateUnit, projectFile('Dockerfile')].flatMap(variablesOf);
    expect(set.length).toBeGreaterThan(4);
    expect(set.filter((name) => !known.has(name))).toEqual([]);
  });
});
