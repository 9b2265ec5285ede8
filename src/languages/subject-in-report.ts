import {parseTarget} from '../languages/languages.ts'
import {VERBS} from '../model/lifecycle/event.ts'
import {findClosestWord} from '../model/subject/closest-word.ts'
import {formatSubject, isMember, PART_KINDS, type Subject, type SubjectPart} from '../model/subject/subject.ts'

/** Suffixes that reports add to a subject: the verb, and that the baseline contains the finding. */
const REPORT_SUFFIX = new RegExp(`(?: \\((?:${VERBS.join('|')})\\))?(?: \\(in the baseline\\))?$`)
/** Names that end like this are a mistyped suffix and not a name. */
const MISTYPED_SUFFIX = /, in\b[^,]*$|\bin (?:request|response)$|^$/

/**
 * Parses the output of `formatSubject`, with or without the suffixes that reports add. `undefined` if formatting the
 * result wouldn't give the same text, or if a suffix can't be told apart from the name.
 */
export function parseSubject(text: string): Subject | undefined {
  const bare = text.trim().replace(REPORT_SUFFIX, '')
  const [, before = '', inner] =
    /^(.*?) \(((?:field|parameter|header|value) .*|in (?:request|response))\)$/s.exec(bare) ?? []
  const target = parseTarget(before)
  if (inner === undefined || !target) return parseWithoutPart(bare)
  const named = inner
    .split(/, (?=(?:field|parameter|header|value) |in (?:request|response)$)/)
    .map((each): [string, string] => {
      const at = each.indexOf(' ')
      return [each.slice(0, at), each.slice(at + 1)]
    })
  if (named.some(([kind, name]) => kind !== 'in' && MISTYPED_SUFFIX.test(name))) return undefined
  const part = Object.fromEntries(named.map(([kind, name]) => [kind, name === '""' ? '' : name])) as SubjectPart
  const subject: Subject = {target, part}
  return formatSubject(subject) === bare ? subject : parseWithoutPart(bare)
}

/**
 * Parses a text without a part. The name of a resource field can contain any characters, so a mistyped part or verb at
 * its end is rejected with `undefined`.
 */
function parseWithoutPart(text: string): Subject | undefined {
  const target = parseTarget(text)
  const [, behind] = / \(([^()]*)\)$/.exec(text) ?? []
  if (isMember(target) && behind !== undefined) {
    const isNarrowed =
      behind.includes(', in ') || PART_KINDS.some(kind => findClosestWord(behind.split(' ')[0] ?? '', [kind]))
    if (isNarrowed || findClosestWord(behind, VERBS)) return undefined
  }
  return target && {target}
}
