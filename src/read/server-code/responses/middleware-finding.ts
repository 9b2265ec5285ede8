import type {Part} from '../known-packages.ts'

/** What a function of the program, or something of a package, does that is more than letting requests through. */
export type Finding =
  /** It answers, and nobody else does. */
  | {readonly what: 'answers'}
  /** It answers at times, perhaps in the place of a route, as a cache does; or with a status that is computed. */
  | {readonly what: 'may'}
  /** It answers with files or pages of its own. */
  | {readonly what: 'shows'}
  /** It hands requests to code that cannot be seen. */
  | {readonly what: 'hands'}
  | {readonly what: Exclude<Part, 'aside' | 'wraps'>; readonly module: string}
  /** It is of a package of which nothing is known. */
  | {readonly what: 'package'; readonly module: string}
  | {readonly what: 'unseen'}

/** The gravest first. */
const ORDER: readonly Finding['what'][] = [
  'answers',
  'graphql',
  'proxy',
  'endpoints',
  'pages',
  'documentation',
  'metrics',
  'files',
  'shows',
  'may',
  'hands',
  'package',
  'unseen'
]

export const gravest = (findings: readonly Finding[]): Finding | undefined =>
  findings.toSorted((one, other) => ORDER.indexOf(one.what) - ORDER.indexOf(other.what))[0]
