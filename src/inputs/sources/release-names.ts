import {isFileSet, parseFileSet} from '../../stores/file-set.ts'

const DAY = /\d{4}-\d{2}(?:-\d{2})?|(?:19|20)\d{6}/.source
const VERSION = /v?\d+(?:\.\d+)*(?:\.x)?/.source
const STAGE = /(?:[-_.+ ]?(?:alpha|beta|rc|pre|preview|dev|snapshot|ga|final|lts|post|patch|\d+)(?![a-z])[\w.-]*)?/
  .source
const RELEASE = new RegExp(`(?:${DAY}|${VERSION})${STAGE}`).source

/** A name that ends with a version or a day: `1.2.0`, `v1.2`, `loans-1.2.0-rc.1`, `2024-01-31`. */
const NAME = new RegExp(`^(?<start>(?:[a-z].*?[-_. ])??)(?<release>${RELEASE})$`, 'i')

/** Words for the state between releases, or for the newest release, those for work in progress first. */
const DRAFTS = [
  ...['next', 'unreleased', 'draft', 'wip', 'working', 'preview', 'unstable', 'snapshot', 'nightly', 'edge'],
  ...['dev', 'develop', 'development', 'main', 'master', 'trunk', 'head', 'current', 'latest', 'stable']
]
const DRAFT = new RegExp(`^(?<start>(?:[a-z].*?[-_. ])??)(?<release>${DRAFTS.join('|')})$`, 'i')

/** A name that holds a release, or the state between releases, after an optional start. */
export interface ReleaseName {
  readonly start: string
  readonly release: string
  /** Missing for a release. The lower the number, the more certainly the name stands for the state between releases. */
  readonly draft?: number
}

/** The release in the name of a folder, or of a file without its extension; `undefined` if there is none. */
export function parseReleaseName(name: string): ReleaseName | undefined {
  const {start = '', release} = NAME.exec(name)?.groups ?? {}
  if (release !== undefined) return {start, release}
  const {start: before = '', release: word} = DRAFT.exec(name)?.groups ?? {}
  return word === undefined ? undefined : {start: before, release: word, draft: DRAFTS.indexOf(word.toLowerCase())}
}

/** Whether a release has a major version alone, such as `v2`, which may be served beside `v1`. */
export const isMajorOnly = (release: string): boolean => /^v?\d{1,4}(?:(?:alpha|beta)\d*)?$/i.test(release)

/** Whether a release is version 0 alone, which stands for what isn't released. */
export const isMajorZero = (release: string): boolean => /^v?0$/i.test(release)

/** A path without the parts that stand for a release: `dist/api.yaml` for a pattern with a folder for each release. */
export const nameOfPattern = (pattern: string): string =>
  isFileSet(pattern)
    ? (parseFileSet(pattern)?.folder ?? '')
    : pattern.includes('*')
      ? pattern
          .split('/')
          .map(part => part.replace(/[-_. ]*\*[-_ ]*/g, ''))
          .filter(part => part !== '')
          .join('/')
      : pattern
