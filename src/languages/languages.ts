import {languages} from '#tenure/languages'
import {isMember, isNamed, isPrefix, type Subject, type Target} from '../model/subject/subject.ts'
import type {Language, Marks, NameInProse, TargetKind} from './language.ts'

/** Parses a target in the notation of history files, by the first language that can. `undefined` if none can. */
export function parseTarget(text: string): Target | undefined {
  for (const language of languages) {
    const target = language.parseTarget(text)
    if (target) return target
  }
  return undefined
}

/** The words that can precede the path in the text of a target, in any language: HTTP methods such as `GET`. */
export const TARGET_VERBS: readonly string[] = languages.flatMap(({verbs = []}) => verbs)

/** The keys in descriptions of all languages that state a stability. */
export const STABILITY_KEYS = {
  words: languages.flatMap(({stabilityKeys}) => stabilityKeys?.words ?? []),
  flags: languages.flatMap(({stabilityKeys}) => stabilityKeys?.flags ?? [])
}

/** The kinds of target in all languages. */
export const TARGET_KINDS: Readonly<Record<string, TargetKind>> = Object.assign(
  {},
  ...languages.map(({targetKinds}) => targetKinds)
)

/** The words before names in all languages. */
export const TARGET_NOUNS: readonly string[] = Object.values(TARGET_KINDS).flatMap(({noun}) => noun ?? [])

/** What targets are called where they're counted: `resource`, or the usual word if the words of HTTP are right. */
export function countNoun(targets: readonly (Target | string)[], usual: string): string {
  const kinds = targets.map(each => countedKind(typeof each === 'string' ? parseTarget(each) : each))
  const [noun = usual, ...others] = new Set(kinds.map(kind => kind?.counted ?? usual))
  return others.length === 0 ? noun : usual
}

/** What a target is identified by where no part of it is named: `path`, or `name` if the words of HTTP aren't right. */
export const identityNoun = (target: Target): 'path' | 'name' =>
  countedKind(target)?.counted === undefined ? 'path' : 'name'

/** What clients do with targets: `call` or `use`. */
export const useVerb = (targets: readonly Target[]): 'call' | 'use' =>
  targets.every(target => countedKind(target)?.use === 'use') ? 'use' : 'call'

/** What clients send to a target and get from it: `request` and `response`, or the words of the language. */
export const exchangeNouns = (target: Target): readonly [sent: string, received: string, part?: string] =>
  countedKind(target)?.exchange ?? ['request', 'response']

/** The name of a target in prose. `undefined` if that is its text. */
export const nameInProse = (target: Target): NameInProse | undefined => countedKind(target)?.nameInProse?.(target)

/** Whether a target consists of its members, as a type does. */
export const holdsMembers = (target: Target): boolean => countedKind(target)?.holdsMembers === true

/** Whether targets of a kind are called by their names alone, as tools are. */
const isCalledByName = ({noun, counted, use}: TargetKind): boolean =>
  noun !== undefined && counted !== undefined && use !== 'use'

/** Whether clients call a target by its name alone, and a description lists all of them: a tool. */
export function isListed(target: Target): boolean {
  const kind = countedKind(target)
  return kind !== undefined && isNamed(target) && isCalledByName(kind)
}

/** The words before the names of `isListed` targets, in all languages. */
export const LISTED_NOUNS: readonly string[] = Object.values(TARGET_KINDS)
  .filter(isCalledByName)
  .flatMap(({noun}) => noun ?? [])

const countedKind = (target: Target | undefined): TargetKind | undefined =>
  target && Object.hasOwn(TARGET_KINDS, target.kind) ? TARGET_KINDS[target.kind] : undefined

/** The words for several targets in all languages whose words aren't those of HTTP. */
export const COUNT_NOUNS: readonly string[] = Object.values(TARGET_KINDS).flatMap(({counted}) => counted ?? [])

/** Examples of targets, one for each form that the sentences of any language word differently. */
export const SAMPLE_TARGETS: readonly string[] = languages.flatMap(({sampleTargets}) => sampleTargets)

/** Says that a text is no target in any language, and how targets are written. */
export function sayNoTarget(text: string): string {
  const forms = languages.toReversed().flatMap(({forms: own = []}) => own.map(each => `\`${each}\``))
  return `\`${text}\` isn't a subject, such as an endpoint or a field. Write ${forms.slice(0, -1).join(', ')}, or ${forms.at(-1)}`
}

export const languageOf = ({kind}: Target): Language | undefined =>
  languages.find(({targetKinds}) => Object.hasOwn(targetKinds, kind))

/**
 * The language of a description that has a target. Languages share the notation of members and of prefixes, so for these
 * the language that was observed decides, or the file, if one is known whose name doesn't fit the language of the
 * notation.
 */
export function languageIn(source: string, target: Target, observed?: string): Language | undefined {
  const own = languageOf(target)
  if (!isMember(target) && !isPrefix(target)) return own
  const named = languages.find(({name}) => name === observed)
  if (named) return named
  const fits = ({files}: Language): boolean => files.name.test(source) || files.isCode?.(source) === true
  return source === '' || (own && fits(own)) ? own : (languages.find(fits) ?? own)
}

/**
 * How a description states a deprecation, a sunset, and the like for a subject. `source` is its file, if one is known,
 * and `observed` the language that its descriptions were seen to have.
 */
export const marksOf = ({target, part}: Subject, source = '', observed?: string): Marks =>
  languageIn(source, target, observed)?.marks(source, part) ?? {}

/** The language of a file, if its name tells. */
export function languageOfName(source: string): string | undefined {
  const [found, ...others] = languages.filter(({files}) => files.name.test(source))
  return others.length === 0 ? found?.name : undefined
}

/** Whether a target can have no version marker. `observed` is the language that its descriptions were seen to have. */
export const isUnversioned = (target: Target, observed?: string): boolean =>
  languageIn('', target, observed)?.isUnversioned === true

/** The names by which the description of a folder is found, of all languages. */
export const USUAL_NAMES: readonly string[] = languages.flatMap(({files}) => files.usual)

/** Whether a file with this name can be a description in any language. */
export const canBeDescription = (path: string): boolean => languages.some(({files}) => files.name.test(path))

/** Whether a file with this name is meant as a description, whatever it holds. */
export const isCertainName = (name: string): boolean => languages.some(({files}) => files.isCertain?.test(name))

/** Whether descriptions have this name in the usual folders of a git repository. */
export const isUsualName = (name: string): boolean =>
  languages.some(({files}) => files.usual.includes(name) || files.isUsual?.test(name))

/** Whether a file is code of a server that is read as a description. */
export const isServerCode = (path: string): boolean => languages.some(({files}) => files.isCode?.(path))
