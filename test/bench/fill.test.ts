import { mkdtempDisposable, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { fillDatabase } from '../../bench/start/fill.ts';
import { openStore } from '../../bench/store/batch.ts';

it('fills a database of any size, on which the bot starts', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'gavel-fill-'));
  const file = path.join(folder.path, 'gavel.db');
  const bytes = 5_000_000;
  await fillDatabase(file, bytes, () => undefined);
  expect((await stat(file)).size).toBeGreaterThan(bytes);
  await using store = await openStore(file);
  const { waiting } = await store.outboxFigures();
  expect(waiting).toBeGreaterThan(0);
});
