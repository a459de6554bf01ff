import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as formats from 'ajv-formats';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateCommand } from '../../../../sandbox/discord/validation/command.ts';
import type { ErrorTree } from '../../../../sandbox/discord/validation/error-tree.ts';
import { validateInteractionResponse } from '../../../../sandbox/discord/validation/interaction-response.ts';
import { validateMessage } from '../../../../sandbox/discord/validation/message.ts';
import { command, interactionAnswer, message } from './arbitrary-body.ts';

/**
 * Bodies that are valid here are also valid by Discord's document, apart from these known differences between
 * the (preview) document and Discord's documentation or API:
 * - default_member_permissions is a string, the document says integer;
 * - a custom emoji may come without its name; attachment ids may be numbers; a translation may be null;
 * - timestamps may be dates without a time; channel type 16 (media) exists;
 * - white space around an embed's texts is not counted;
 * - an embed's video and provider, a poll's emoji and a reference's details are not validated.
 */
const DOCUMENT = new URL('../../../../../shared/discord/openapi.json', import.meta.url);
const missing = !existsSync(DOCUMENT);
const REASON = 'Discord’s OpenAPI document is not at ../shared/discord/openapi.json.';

function schemaOf(...path: readonly string[]) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default.default(ajv);
  for (const format of ['snowflake', 'nonce']) ajv.addFormat(format, true);
  ajv.addSchema(JSON.parse(readFileSync(DOCUMENT, 'utf8')), 'discord');
  const pointer = path.map((part) => encodeURIComponent(part.replaceAll('/', '~1'))).join('/');
  return ajv.compile({ $ref: `discord#/${pointer}` });
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The body as JSON, without null translations, which the document does not allow. */
function asSent(body: unknown): unknown {
  const json = JSON.stringify(body, (key, value: unknown) =>
    key.endsWith('_localizations') && isObject(value)
      ? Object.fromEntries(Object.entries(value).filter(([, text]) => text !== null))
      : value,
  );
  return JSON.parse(json);
}

/** Generates bodies, validates those that are valid here by the document, and returns their number of 300. */
function agreed<T>(
  arbitrary: fc.Arbitrary<T>,
  check: (drawn: T) => { body: unknown; refused: ErrorTree | null },
  ...path: readonly string[]
): number {
  const matches = schemaOf(...path);
  let accepted = 0;
  fc.assert(
    fc.property(arbitrary, (drawn) => {
      const { body, refused } = check(drawn);
      if (refused !== null) return;
      accepted += 1;
      matches(asSent(body));
      expect(matches.errors ?? []).toEqual([]);
    }),
    { numRuns: 300 },
  );
  return accepted;
}

const SCHEMAS = ['components', 'schemas'];

describe('what is accepted', () => {
  it('as a new message is a MessageCreateRequest', ({ skip }) => {
    skip(missing, REASON);
    const check = (body: unknown) => ({
      body,
      refused: validateMessage(body, { operation: 'create', fileNames: [] }),
    });
    expect(agreed(message, check, ...SCHEMAS, 'MessageCreateRequest')).toBeGreaterThan(60);
  });

  it('as an edit is a MessageEditRequestPartial', ({ skip }) => {
    skip(missing, REASON);
    const check = (body: unknown) => ({
      body,
      refused: validateMessage(body, { operation: 'edit', fileNames: [] }),
    });
    expect(agreed(message, check, ...SCHEMAS, 'MessageEditRequestPartial')).toBeGreaterThan(60);
  });

  it('as a command is an ApplicationCommandUpdateRequest', ({ skip }) => {
    skip(missing, REASON);
    const check = (body: unknown) => ({ body, refused: validateCommand(body) });
    expect(agreed(command, check, ...SCHEMAS, 'ApplicationCommandUpdateRequest')).toBeGreaterThan(60);
  });

  it('as an answer to an interaction is one of the document’s callbacks', ({ skip }) => {
    skip(missing, REASON);
    const check = (drawn: { interaction: number; body: unknown }) => ({
      body: drawn.body,
      refused: validateInteractionResponse(drawn.body, drawn.interaction),
    });
    const path = '/interactions/{interaction_id}/{interaction_token}/callback';
    expect(
      agreed(
        interactionAnswer,
        check,
        'paths',
        path,
        'post',
        'requestBody',
        'content',
        'application/json',
        'schema',
      ),
    ).toBeGreaterThan(60);
  });
});
