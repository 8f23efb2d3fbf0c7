import { invalidRequest, noSuch } from './errors';
import { expand } from './expansion';
import { group, integer, isGroup, type Parser, parameters, type RawValue, text } from './parameters';

interface Listed {
  readonly id: string;
  readonly created: number;
}

/** Reads the parameters every list has, and the `filters` of this one. */
export function listParameters<const F extends Readonly<Record<string, Parser<unknown>>>>(
  expandable: readonly string[],
  filters: F,
) {
  const read = parameters({
    ...filters,
    limit: integer({ minimum: 1, maximum: 100 }),
    starting_after: text(255),
    ending_before: text(255),
    created: createdFilter(),
    expand: expand(expandable, 'data.'),
  });
  return (raw: { readonly [name: string]: RawValue }) => {
    const given = read(raw);
    if (raw.starting_after !== undefined && raw.ending_before !== undefined) {
      throw invalidRequest('You may only specify one of these parameters: starting_after, ending_before.', {
        code: 'parameters_exclusive',
      });
    }
    return given;
  };
}

/**
 * One page of a list, newest first. `ending_before` asks for the page just above an object, `starting_after` for the
 * one just below it; `has_more` says whether there is more in the direction asked for.
 */
export function listPage<T extends Listed>(
  url: string,
  what: string,
  objects: ReadonlyMap<string, T>,
  given: {
    readonly limit: number | undefined;
    readonly starting_after: string | undefined;
    readonly ending_before: string | undefined;
    readonly created: (created: number) => boolean;
  },
  shape: (object: T) => unknown,
  keep: (object: T) => boolean = () => true,
) {
  const limit = given.limit ?? 10;
  const matching = [...objects.values()].reverse();
  const cursor = given.starting_after ?? given.ending_before;
  const at = cursor === undefined ? -1 : matching.findIndex((object) => object.id === cursor);
  if (cursor !== undefined && at === -1) {
    throw noSuch(what, cursor, given.starting_after === undefined ? 'ending_before' : 'starting_after', 400);
  }
  const isWanted = (object: T) => given.created(object.created) && keep(object);
  const isBackwards = given.ending_before !== undefined;
  const candidates = (isBackwards ? matching.slice(0, at) : matching.slice(at + 1)).filter(isWanted);
  const page = isBackwards ? candidates.slice(-limit) : candidates.slice(0, limit);
  return { object: 'list', data: page.map(shape), has_more: candidates.length > page.length, url };
}

const second = integer({ minimum: 0 });
const range = group({ gt: second, gte: second, lt: second, lte: second });

/** `created=SECONDS`, or a range such as `created[gte]=SECONDS`. */
function createdFilter(): Parser<(created: number) => boolean> {
  return (value, param) => {
    if (value !== undefined && !isGroup(value)) {
      const exact = second(value, param);
      return (created) => created === exact;
    }
    const { gt, gte, lt, lte } = range(value, param) ?? {};
    return (created) =>
      (gt === undefined || created > gt) &&
      (gte === undefined || created >= gte) &&
      (lt === undefined || created < lt) &&
      (lte === undefined || created <= lte);
  };
}
