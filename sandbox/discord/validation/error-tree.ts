/** One error of one field, in Discord's words. */
export interface FieldError {
  readonly code: string;
  readonly message: string;
}

/**
 * The nested `errors` object of Discord's answer 50035: the keys follow the path into the body, list positions
 * included, and `_errors` holds what is wrong at that place.
 */
export interface ErrorTree {
  readonly _errors?: readonly FieldError[];
  readonly [key: string]: ErrorTree | readonly FieldError[] | undefined;
}

/** Records errors at one path of a body; `at` returns the report of a path below it. */
export interface Report {
  add(error: FieldError): void;
  at(...keys: readonly (string | number)[]): Report;
}

interface Node {
  readonly errors: FieldError[];
  readonly children: Map<string, Node>;
}

const createNode = (): Node => ({ errors: [], children: new Map() });

function reportAt(node: Node, path: readonly string[]): Report {
  return {
    add(error) {
      let target = node;
      for (const key of path) {
        const child = target.children.get(key) ?? createNode();
        target.children.set(key, child);
        target = child;
      }
      target.errors.push(error);
    },
    at: (...keys) => reportAt(node, [...path, ...keys.map(String)]),
  };
}

/** `Object.fromEntries` defines own keys, so that a body's `__proto__` key stays a key. */
function toTree(node: Node): ErrorTree {
  const children = [...node.children].map(([key, child]) => [key, toTree(child)] as const);
  const own = node.errors.length > 0 ? { _errors: node.errors } : {};
  return { ...own, ...Object.fromEntries(children) };
}

/** Runs the check and returns its errors as one tree, or null when there are none. */
export function collectErrors(check: (report: Report) => void): ErrorTree | null {
  const root = createNode();
  check(reportAt(root, []));
  return root.errors.length > 0 || root.children.size > 0 ? toTree(root) : null;
}
