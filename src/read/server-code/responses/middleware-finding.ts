import type {PackageKind} from '../known-packages.ts'

/** What middleware does with requests other than passing them on. */
export type MiddlewareFinding =
  /** Certainly answers requests that no route answers. */
  | {readonly what: 'answers'}
  /** Might answer: only under some condition, in place of a route as a cache does, or with a computed status. */
  | {readonly what: 'may'}
  /** Answers with files or pages. */
  | {readonly what: 'shows'}
  /** Passes requests to code that can't be seen. */
  | {readonly what: 'hands'}
  | {readonly what: Exclude<PackageKind, 'aside' | 'wraps'>; readonly module: string}
  /** Comes from a package that isn't known. */
  | {readonly what: 'package'; readonly module: string}
  | {readonly what: 'unseen'}

/** Most severe first. */
const SEVERITY_ORDER: readonly MiddlewareFinding['what'][] = [
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

export const mostSevereFinding = (findings: readonly MiddlewareFinding[]): MiddlewareFinding | undefined =>
  findings.toSorted((one, other) => SEVERITY_ORDER.indexOf(one.what) - SEVERITY_ORDER.indexOf(other.what))[0]
