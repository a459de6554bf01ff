import { linkSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { databaseFile } from '#src/store/file/location.ts';
import { temporaryFolder } from './folder.ts';

describe('the file of a database', () => {
  it('is found behind a link', async () => {
    await using folder = await temporaryFolder();
    writeFileSync(folder.path('gavel.db'), '');
    symlinkSync(folder.path('gavel.db'), folder.path('link.db'));
    expect(databaseFile(`sqlite:${folder.path('link.db')}`)).toBe(realpathSync(folder.path('gavel.db')));
  });

  it('has no second name, under which another bot may use it', async () => {
    await using folder = await temporaryFolder();
    writeFileSync(folder.path('gavel.db'), '');
    linkSync(folder.path('gavel.db'), folder.path('other.db'));
    expect(() => databaseFile(`sqlite:${folder.path('gavel.db')}`)).toThrow(/has a second name/);
    rmSync(folder.path('other.db'));
    expect(() => databaseFile(`sqlite:${folder.path('gavel.db')}`)).not.toThrow();
  });

  it('must exist, and is not in memory', async () => {
    await using folder = await temporaryFolder();
    expect(() => databaseFile(`sqlite:${folder.path('gavel.db')}`)).toThrow(/There is no database/);
    expect(() => databaseFile('sqlite::memory:')).toThrow('A database in memory cannot be backed up.');
    expect(() => databaseFile('postgres://localhost/gavel')).toThrow('back it up with pg_dump');
  });
});
