import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

const PATH = '../shared/discord/openapi.json';

interface Operation {
  readonly responses?: Readonly<
    Record<string, { readonly $ref?: string; readonly content?: Record<string, unknown> }>
  >;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Whether Discord's OpenAPI document is beside the project. */
export const isDocumentPresent: boolean = existsSync(PATH);

/** Discord's OpenAPI document, to validate answers. */
export interface DiscordDocument {
  /** The errors of an answer of a route (`/channels/123` without prefix); null when it is valid, or has no body. */
  checkAnswer(method: string, path: string, status: number, body: unknown): string | null;
  /** The errors of a value by a named schema; null when it is valid. */
  check(schema: string, value: unknown): string | null;
}

/** JSON pointer escapes (RFC 6901), then those of a URI fragment. */
const pointer = (...keys: readonly string[]): string =>
  keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');

function matches(template: string, path: string): boolean {
  const wanted = template.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part === given[index] || (part.startsWith('{') && given[index] !== ''))
  );
}

/** Reads the document. Only call it where `isDocumentPresent` is true. */
export function readDocument(): DiscordDocument {
  const document: Document = JSON.parse(readFileSync(PATH, 'utf8'));
  const ajv = new Ajv2020({ strict: false, allErrors: true, discriminator: false });
  formats.default(ajv);
  for (const name of ['snowflake', 'nonce', 'int53', 'uint32', 'int53-type']) {
    ajv.addFormat(name, true);
  }
  ajv.addSchema({ ...document, $id: 'discord' });
  const compiled = new Map<string, ValidateFunction>();

  function run(reference: string, value: unknown): string | null {
    const validate = compiled.get(reference) ?? ajv.compile({ $ref: `discord#/${reference}` });
    compiled.set(reference, validate);
    return validate(value) ? null : ajv.errorsText(validate.errors, { separator: '\n' });
  }

  return {
    check: (schema, value) => run(pointer('components', 'schemas', schema), value),
    checkAnswer(method, path, status, body) {
      const templates = Object.keys(document.paths).filter((template) => matches(template, path));
      const exact = templates.toSorted((a, b) => a.split('{').length - b.split('{').length)[0];
      const verb = method.toLowerCase();
      const operation = document.paths[exact ?? '']?.[verb];
      if (exact === undefined || operation === undefined) {
        return status === 404 || status === 405 ? null : `The document knows no ${method} ${path}.`;
      }
      const key = [String(status), `${String(status)[0]}XX`].find(
        (name) => operation.responses?.[name] !== undefined,
      );
      const response = operation.responses?.[key ?? ''];
      if (key === undefined || response === undefined) {
        return `The document knows no answer ${status} to ${method} ${exact}.`;
      }
      if (response.$ref !== undefined) {
        const name = response.$ref.split('/').at(-1) ?? '';
        return run(pointer('components', 'responses', name, 'content', 'application/json', 'schema'), body);
      }
      if (response.content === undefined) {
        return body === null ? null : `${method} ${exact} answers ${status} without a body.`;
      }
      return run(
        pointer('paths', exact, verb, 'responses', key, 'content', 'application/json', 'schema'),
        body,
      );
    },
  };
}
