#!/usr/bin/env node
// Checks the subjects of the commits of a change: `area: imperative`, 72 characters at most (CONTRIBUTING.md). The change is what comes
// after the commit that GAVEL_BASE names, or after `origin/main`. Where neither is known, nothing is checked, and that is said.
import { spawnSync } from 'node:child_process';

const MAX_LENGTH = 72;
const SUBJECT = /^[a-z][a-z0-9 ,./-]*: [a-z`/].*[^.]$/;

/** @param {readonly string[]} args */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

const named = process.env['GAVEL_BASE'];
const base = git('rev-parse', '--verify', '--quiet', `${named || 'origin/main'}^{commit}`);
if (base === null) {
  process.stdout.write(
    'The subjects of the commits were not checked: the base of the change is not known here.\n',
  );
} else {
  const subjects = git('log', '--no-merges', '--format=%s', `${base}..HEAD`) ?? '';
  const wrong = subjects
    .split('\n')
    .filter((subject) => subject !== '' && (subject.length > MAX_LENGTH || !SUBJECT.test(subject)));
  for (const subject of wrong)
    process.stdout.write(`Not "area: imperative" in ${MAX_LENGTH} characters: ${subject}\n`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
