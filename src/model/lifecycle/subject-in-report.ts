import {nearest} from '../subject/closest-word.ts'
import {formatSubject, PART_KINDS, type Part, parseTarget, type Subject} from '../subject/subject.ts'
import {VERBS} from './event.ts'

/** What reports say behind a subject: what happened to it, and that the baseline knows it. */
const TOLD = new RegExp(`(?: \\((?:${VERBS.join('|')})\\))?(?: \\(in the baseline\\))?$`)
/** A name that ends so is a slip in what stands behind it, and no name. */
const SLIP = /, in\b[^,]*$|\bin (?:request|response)$|^$/

/**
 * Reads what `formatSubject` wrote, as people copy it from a report, with what stands behind it there; `undefined` where
 * it would be written otherwise, or what stands behind a name cannot be told from it.
 */
export function parseSubject(text: string): Subject | undefined {
  const bare = text.trim().replace(TOLD, '')
  const [, before = '', inner] =
    /^(.*?) \(((?:field|parameter|header|value) .*|in (?:request|response))\)$/s.exec(bare) ?? []
  const target = parseTarget(before)
  if (inner === undefined || !target) return parseWhole(bare)
  const named = inner
    .split(/, (?=(?:field|parameter|header|value) |in (?:request|response)$)/)
    .map((each): [string, string] => {
      const at = each.indexOf(' ')
      return [each.slice(0, at), each.slice(at + 1)]
    })
  if (named.some(([kind, name]) => kind !== 'in' && SLIP.test(name))) return undefined
  const part = Object.fromEntries(named.map(([kind, name]) => [kind, name === '""' ? '' : name])) as Part
  const subject: Subject = {target, part}
  return formatSubject(subject) === bare ? subject : parseWhole(bare)
}

/** The name of a field takes in all that follows, and with it what was meant to narrow it or to tell of it. */
function parseWhole(text: string): Subject | undefined {
  const target = parseTarget(text)
  const [, behind] = / \(([^()]*)\)$/.exec(text) ?? []
  if (target?.kind === 'resource-field' && behind !== undefined) {
    const isNarrowed = behind.includes(', in ') || PART_KINDS.some(kind => nearest(behind.split(' ')[0] ?? '', [kind]))
    if (isNarrowed || nearest(behind, VERBS)) return undefined
  }
  return target && {target}
}
