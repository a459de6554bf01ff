import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');

interface Import {
  /** The importing file, relative to the root. */
  readonly file: string;
  /** A file relative to the root, or the name of a package. */
  readonly target: string;
  readonly isRelative: boolean;
}

function filesIn(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') || name.endsWith('.mjs'))
    .map((name) => path.join(folder, name));
}

function importsOf(file: string): Import[] {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  const statements = source.matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?from\s*'([^']+)'|import\(\s*'([^']+)'\s*\)/g,
  );
  return [...statements].map(([, named, dynamic]) => {
    const specifier = named ?? dynamic ?? '';
    // `#src/…` and `#commands/…` are from the root (`imports` in package.json).
    if (specifier.startsWith('#')) return { file, target: specifier.slice(1), isRelative: false };
    const isRelative = specifier.startsWith('.');
    return { file, target: isRelative ? path.join(path.dirname(file), specifier) : specifier, isRelative };
  });
}

const imports = ['src', 'commands', 'sandbox'].flatMap(filesIn).flatMap(importsOf);

/** Imports from files below `from` whose target begins with one of `targets`. */
function found(from: string, targets: readonly string[]): string[] {
  return imports
    .filter(({ file }) => file.startsWith(from))
    .filter(({ target }) => targets.some((start) => target === start || target.startsWith(`${start}/`)))
    .map(({ file, target }) => `${file} imports ${target}`);
}

describe('imports point one way', () => {
  it('and the test finds them', () => {
    expect(imports).toContainEqual({ file: 'src/run.ts', target: 'src/app.ts', isRelative: true });
    const ofPackage = {
      file: 'commands/alerts/channel.ts',
      target: 'discord-api-types/v10',
      isRelative: false,
    };
    expect(imports).toContainEqual(ofPackage);
    expect(imports.length).toBeGreaterThan(300);
  });

  it('and what another layer has is named from the root, as `#src/…` or `#commands/…`', () => {
    const layerOf = (file: string): string => {
      const [top = '', folder = ''] = file.split('/');
      return top === 'src' && !folder.includes('.') ? `src/${folder}` : top;
    };
    const wrong = imports.filter(
      ({ file, target, isRelative }) =>
        isRelative &&
        /^(?:src|commands)\//.test(target) &&
        !file.endsWith('.mjs') &&
        layerOf(target) !== layerOf(file),
    );
    expect(wrong).toEqual([]);
  });

  it.each(['src', 'commands'])('%s never imports the sandbox or the tests', (folder) => {
    expect(found(folder, ['sandbox', 'test', 'bench'])).toEqual([]);
  });

  it.each(['sandbox/discord', 'sandbox/marketplace'])(
    '%s shares no code with what it stands in for',
    (folder) => {
      const other = folder === 'sandbox/discord' ? 'sandbox/marketplace' : 'sandbox/discord';
      expect(found(folder, ['src', 'commands', 'test', other])).toEqual([]);
    },
  );

  it('chain, messages, alerts and the model of the store need no package but the one that validates, except the clock of the machine and what listens to points', () => {
    const packages = ['src/chain/', 'src/messages/', 'src/alerts/', 'src/store/model/'].flatMap((folder) =>
      imports.filter(({ file, target }) => file.startsWith(folder) && !target.startsWith('src/')),
    );
    const ofClock = packages.filter(({ file }) => file === 'src/chain/clock.ts');
    expect(ofClock.map(({ target }) => target).toSorted()).toEqual(['node:os', 'node:timers/promises']);
    const ofPoints = packages.filter(({ file }) => file === 'src/chain/points.ts');
    expect(ofPoints.map(({ target }) => target)).toEqual(['node:diagnostics_channel']);
    const others = packages.filter((one) => !ofClock.includes(one) && !ofPoints.includes(one));
    expect([...new Set(others.map(({ target }) => target))].toSorted()).toEqual(['node:crypto', 'zod']);
  });

  // From left to right; each may import what stands to its left.
  const layers = [
    'src/chain',
    'src/messages',
    'src/charts',
    'src/marketplace',
    'src/alerts',
    'src/store',
    'src/ingest',
    'src/outbox',
    'src/discord',
    'commands',
    'src/ops',
    'src/doctor',
    'src/roles',
    'src/context.ts',
    'src/app.ts',
  ];
  it.each(layers)('%s imports only itself and what stands to its left', (folder) => {
    const right = layers.slice(layers.indexOf(folder) + 1);
    const inFolder = folder.endsWith('.ts') ? folder : `${folder}/`;
    expect(found(inFolder, right)).toEqual([]);
  });

  it('outbox does not know of ingest: the store is between them', () => {
    expect(found('src/outbox/', ['src/ingest'])).toEqual([]);
  });

  it('commands reach the store, ingest and outbox only through their services', () => {
    const direct = found('commands', ['src/store', 'src/ingest', 'src/outbox', 'src/config.ts']);
    expect(direct.filter((line) => !line.includes(' imports src/store/model/'))).toEqual([]);
  });

  it('the model of the store is what it keeps, without a query', () => {
    const ownFiles = imports.filter(({ file }) => file.startsWith('src/store/model/'));
    const ofStore = ownFiles.filter(({ target }) => target.startsWith('src/store/'));
    expect(ofStore.length).toBeGreaterThan(0);
    expect(ofStore.filter(({ target }) => !target.startsWith('src/store/model/'))).toEqual([]);
  });

  it('only the entry imports the composition root', () => {
    expect(imports.filter(({ target }) => target === 'src/app.ts').map(({ file }) => file)).toEqual([
      'src/run.ts',
    ]);
  });

  it.each([
    ['discord.js', ['src/discord/', 'commands/', 'src/roles/']],
    ['@discordjs/ws', ['src/discord/gateway/']],
    ['discord-api-types', ['src/discord/', 'src/doctor/', 'commands/', 'sandbox/']],
    ['undici', ['src/marketplace/', 'src/discord/rest/']],
    ['better-sqlite3', ['src/store/']],
    ['kysely', ['src/store/']],
    ['pg', ['src/store/', 'sandbox/postgres/']],
    [
      'zod',
      [
        'src/chain/codecs.ts',
        'src/charts/chart.ts',
        'src/alerts/kinds/',
        'src/alerts/filters/',
        'src/alerts/canonical-rule.ts',
        'commands/alerts/file/',
        'commands/alerts/set-up/drafts.ts',
        'commands/template/template-drafts.ts',
        'commands/watch/subject.ts',
        'src/config.ts',
        'src/config/',
        'src/marketplace/decode/',
        'src/marketplace/resources/',

        'src/store/',
        'src/discord/components/saved-input.ts',
        'src/discord/components/try-again.ts',
        'src/discord/gateway/',
        'src/discord/interactions/payload.ts',
        'src/discord/interactions/interaction.ts',
        'src/discord/interactions/http/delivery-check.ts',
        'src/discord/interactions/http/endpoint.ts',
        'src/discord/interactions/http/webhook-events.ts',
        'src/doctor/discord/',
        'src/doctor/live/',
        'sandbox/',
      ],
    ],
    ['@resvg/resvg-js', ['src/charts/']],
    ['node-cron', ['src/ingest/cron.ts', 'src/config/']],
  ])('%s is imported only where it belongs', (dependency, places) => {
    const elsewhere = imports
      .filter(({ target }) => target === dependency || target.startsWith(`${dependency}/`))
      .filter(({ file }) => !places.some((place) => file.startsWith(place)));
    expect(elsewhere).toEqual([]);
  });

  it('only the entries pass the environment to the settings', () => {
    const readers = ['src', 'commands']
      .flatMap(filesIn)
      .filter((file) => readFileSync(path.join(ROOT, file), 'utf8').includes('process.env'));
    const entries = [
      'bin/backup.ts',
      'bin/doctor.mjs',
      'bin/doctor.ts',
      'bin/move.ts',
      'bin/restore.ts',
      'main.mjs',
    ];
    expect(readers.toSorted()).toEqual(entries.map((entry) => `src/${entry}`));
  });
});
