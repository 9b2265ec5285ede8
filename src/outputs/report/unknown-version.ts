import {marksOf} from '../../languages/languages.ts'
import type {History} from '../../model/lifecycle/history.ts'
import {type Subject, subjectKey, targetKey} from '../../model/subject/subject.ts'
import type {Judgment} from '../../model/verdict/judgment.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {findUnknownVersion, markerFormOf} from '../../policy/notice/unknown-version.ts'
import {capitalize, formatFew} from '../../text/format-values.ts'

/**
 * States which marker a policy would need to judge endpoints whose version it doesn't know. Empty if it knows the
 * version of each, or a stability for those without one.
 */
export function sayUnknownVersion(endpoints: readonly Subject[], bases: readonly string[], policy: Policy): string[] {
  const unknown = findUnknownVersion(endpoints, bases, policy)
  if (!unknown) return []
  const {count, example, text} = unknown
  const whose = `\`${example}\`${count > 1 ? ` and ${count - 1} more` : ''}`
  const forms = formatFew([...new Set(policy.markers.map(({form}) => `\`${form}\``))], 4)
  const why = text === undefined ? 'the path has none of its versions' : `\`${text}\` is none of its versions`
  const remedy =
    text === undefined
      ? 'set its `defaultStability`'
      : `add \`{form: ${markerFormOf(text)}, stability: ${policy.stabilities.at(-1)}}\` to its \`markers\``
  const [key] = endpoints.flatMap(endpoint => marksOf(endpoint).stability?.replace(/:? LEVEL$/, '') ?? [])
  const ways = key === undefined ? capitalize(remedy) : `State it (\`${key}\`), ${remedy}`
  return [
    `The policy \`${policy.name}\` doesn't know the stability of ${whose}: ${why} (${forms}). ${ways}, or choose a policy that fits.`
  ]
}

/** States the missing marker for judged subjects of unknown stability, or for the operations that use them. */
export function sayUnjudgedVersions(
  judgments: readonly Pick<Judgment, 'subject' | 'stability'>[],
  {bySubject}: Pick<History, 'bySubject'>,
  policy: Policy
): string[] {
  const unknown = judgments.filter(({stability}) => stability === undefined).map(({subject}) => subject)
  const lifecycles = unknown.map(
    subject => bySubject.get(subjectKey(subject)) ?? bySubject.get(targetKey(subject.target))
  )
  const endpoints = unknown.flatMap((subject, at) => lifecycles[at]?.reached ?? [{target: subject.target}])
  const unique = [...new Map(endpoints.map(each => [subjectKey(each), each])).values()]
  return sayUnknownVersion(
    unique,
    lifecycles.flatMap(each => each?.bases ?? []),
    policy
  )
}
