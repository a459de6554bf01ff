import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../../sandbox/marketplace/http/endpoints/index.ts';
import { resources } from './support/contract-fields.ts';
import { parameters, pathsOf } from './support/contract-parameters.ts';
import { documentIsAbsent, namesIn, readDocument } from './support/document.ts';
import { isA } from './support/fields.ts';
import { recordOf, start, type TestMarketplace } from './support/start.ts';

let marketplace: TestMarketplace;
let path: (endpoint: string) => string;
const samples = new Map<string, unknown>();
beforeAll(async () => {
  marketplace = await start({ startPaused: true });
  path = await pathsOf(marketplace);
  const [, collection = '', holder = ''] = /(0x\w+).*?(0x\w+)/.exec(path('{address} {identifier}')) ?? [];
  marketplace.passTime(1000);
  marketplace.cause.transfer({ collection, tokenId: '4000', buyer: holder });
  marketplace.cause.auction();
  marketplace.cause.cancelAuction();
  for (const { name, sample } of resources) samples.set(name, await sample(marketplace));
});
afterAll(() => marketplace[Symbol.asyncDispose]());

describe('every field of the document is served', () => {
  it.each(
    resources.flatMap(({ name, fields }) =>
      Object.entries(fields).map(([field, kind]) => ({ name, field, kind })),
    ),
  )('$name: $field is $kind', ({ name, field, kind }) => {
    const record = recordOf(samples.get(name));
    expect(Object.keys(record)).toContain(field);
    expect(record[field]).toSatisfy((value) => isA(kind, value));
  });
});

describe('every parameter of the document is heeded', () => {
  it.each(parameters)('GET $endpoint: $documented ($query)', async ({ endpoint, query, heeded }) => {
    const body = recordOf(await marketplace.json(`${path(endpoint)}?${path(query)}`));
    expect(body).toSatisfy(heeded);
  });

  it('has the documented defaults', async () => {
    for (const endpoint of new Set(parameters.map((row) => row.endpoint))) {
      const body = await marketplace.text(path(endpoint));
      const { limit = 50, page, currentPage } = recordOf(JSON.parse(body));
      const pagination = recordOf(
        recordOf(JSON.parse(body))['pagination'] ?? { limit, page: page ?? currentPage },
      );
      expect([endpoint, pagination['page'], pagination['limit']]).toEqual([endpoint, 1, 50]);
    }
  });
});

describe('unknown paths', () => {
  it.each([
    '/api/collections/nope',
    '/api/collections/nope/traits',
    '/api/collections/nope/holders',
    `/api/tokens/collection/0x${'0'.repeat(40)}`,
    '/api/users/nobody-at-all/nfts',
    `/api/users/profile/0x${'1'.repeat(40)}`,
    '/api/nothing',
  ])('%s is answered with 404', async (missing) => {
    const response = await fetch(`${marketplace.url}${missing}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: 'Not Found', message: expect.any(String) });
  });
});

const reason = documentIsAbsent ? ' (skipped: the document is not there)' : '';

describe.skipIf(documentIsAbsent)(`the tables of this test${reason}`, () => {
  it.each(resources)('have every field of $name', ({ fields, heading, row, prefix, within }) => {
    const document = readDocument();
    const names = (): readonly string[] => {
      if (within !== undefined) return namesIn(within.exec(document.line(heading))?.[1] ?? '');
      if (heading.startsWith('|')) return namesIn(document.line(heading).replace('|', ''));
      if (/^\s+\w/.test(document.line(heading))) return namesIn(document.line(heading));
      const rows = document.table(heading);
      if (row !== undefined) return namesIn(rows.find(([first]) => first === row)?.at(-1) ?? '');
      const first = rows.flatMap(([cell]) => namesIn(cell ?? ''));
      if (prefix === undefined) return first;
      const own = first.filter((name) => name.startsWith(prefix));
      return own.map((name) => name.slice(prefix.length).split('.')[0] ?? '');
    };
    expect(Object.keys(fields).sort()).toEqual([...new Set(names())].sort());
    expect(names().length).toBeGreaterThan(1);
  });

  it('have every parameter, each with every value that the document names', () => {
    const document = readDocument();
    const untested = [];
    for (const endpoint of new Set(parameters.map((row) => row.endpoint))) {
      const own = parameters.filter((row) => row.endpoint === endpoint);
      if (endpoint === '/api/collections' || endpoint === '/api/activities') continue;
      for (const [name = '', , notes = ''] of document.table(`### GET ${endpoint}`)) {
        const queries = own.filter((row) => row.documented === name).map((row) => row.query);
        const words = notes.includes('type:value')
          ? []
          : [...notes.matchAll(/`(\w+)`/g)].map(([, word]) => word);
        if (queries.length === 0) untested.push(`${endpoint} ${name}`);
        for (const word of words) {
          if (!queries.some((query) => query.includes(`=${word}`)))
            untested.push(`${endpoint} ${name} ${word}`);
        }
      }
    }
    expect(untested).toEqual([]);
  });

  it('cover every endpoint, as does the server', () => {
    const documented = readDocument().endpoints;
    const served = endpoints
      .filter(({ offered }) => offered === undefined)
      .map((endpoint) => endpoint.path.replace(/:(\w+)/g, '{$1}'));
    expect(served.toSorted()).toEqual(documented.toSorted());
    expect(documented).toHaveLength(9);
  });
});
