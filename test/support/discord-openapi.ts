import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

const PATH = new URL('../../../shared/discord/openapi.json', import.meta.url);

/** Whether Discord's OpenAPI document is present beside the project. */
export const hasDiscordOpenapi: boolean = existsSync(PATH);

/** Checks requests against Discord's OpenAPI document. */
export interface DiscordOpenapi {
  /**
   * The schema errors of a request's JSON body, or null when it is valid. Fields that the document does not name are
   * errors, which is stricter than Discord itself.
   * @param path with its version, `/api/v10/channels/123/messages`
   */
  check(method: string, path: string, body: unknown): string | null;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema with `additionalProperties: false` in every object. */
function closeObjects(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeObjects);
  if (!isObject(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closeObjects(value)]));
  const open = isObject(schema['properties']) && schema['additionalProperties'] === undefined;
  return open ? { ...inner, additionalProperties: false } : inner;
}

/** A JSON pointer in a URI fragment (RFC 6901). */
const pointer = (...keys: readonly string[]): string =>
  keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');

function matchesTemplate(template: string, path: string): boolean {
  const wanted = template.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length && wanted.every((part, at) => part.startsWith('{') || part === given[at])
  );
}

/** Reads the document. Call it only when `hasDiscordOpenapi` is true. */
export function readDiscordOpenapi(): DiscordOpenapi {
  const document: Document = JSON.parse(readFileSync(PATH, 'utf8'));
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  // A file of a request is named by its position among them (Discord docs: Uploading Files), at most ten.
  ajv.addFormat('snowflake', /^(?:\d|\d{17,20})$/);
  ajv.addFormat('nonce', true);
  const { schemas } = document.components;
  ajv.addSchema({
    ...document,
    components: { ...document.components, schemas: closeObjects(schemas) },
    $id: 'discord',
  });
  const compiled = new Map<string, ValidateFunction>();

  return {
    check(method, path, body) {
      const route = decodeURIComponent(path.replace(/^\/api\/v\d+/, '').replace(/\?.*$/, ''));
      const [template] = Object.keys(document.paths)
        .filter((candidate) => matchesTemplate(candidate, route))
        .toSorted((a, b) => a.split('{').length - b.split('{').length);
      const httpMethod = method.toLowerCase();
      if (template === undefined || document.paths[template]?.[httpMethod] === undefined) {
        return `The document has no ${method} ${route}.`;
      }
      const where = pointer(
        'paths',
        template,
        httpMethod,
        'requestBody',
        'content',
        'application/json',
        'schema',
      );
      const validate = compiled.get(where) ?? ajv.compile({ $ref: `discord#/${where}` });
      compiled.set(where, validate);
      return validate(body) ? null : ajv.errorsText(validate.errors, { separator: '\n' });
    },
  };
}
