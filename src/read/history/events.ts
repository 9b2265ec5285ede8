import {refuse} from '../../model/input-error.ts'
import {VERBS, type Verb} from '../../model/lifecycle/event.ts'
import type {Stated, SubjectFact, WrittenEvent} from '../../model/lifecycle/history.ts'
import {
  formatSubject,
  PART_KINDS,
  type Part,
  parseTarget,
  type Subject,
  subjectKey,
  type Target
} from '../../model/subject/subject.ts'
import type {YamlText} from '../yaml/yaml-file.ts'
import type {WrittenFact, WrittenLine, WrittenOther, WrittenWaiver} from './format.ts'
import {waiverOf} from './read-waiver.ts'

type Path = readonly (string | number)[]

/** A fact that was read is one that passed its schema, so its subject can be read too. */
function targetOf(text: string): Target {
  const target = parseTarget(text)
  if (!target) throw refuse(`Unexpected subject \`${text}\`, expected \`METHOD /path\``)
  return target
}

type Narrowed = {readonly [Kind in keyof Part]?: Part[Kind] | undefined}

function subjectOf(target: Target, narrowed: Narrowed): Subject {
  const keys = [...PART_KINDS, 'in' as const].filter(kind => narrowed[kind] !== undefined)
  if (keys.length === 0) return {target}
  return {target, part: Object.fromEntries(keys.map(kind => [kind, narrowed[kind]])) as Part}
}

/** A replacement: a subject of its own, or another part of the same target. */
function otherOf(written: WrittenOther, beside: Subject): Subject {
  if (typeof written === 'string') {
    // A bare name beside a resource's field, or beside a part, is read as a subject all the same.
    return {target: targetOf(written)}
  }
  const inherits = written.subject === undefined && written.in === undefined && beside.part?.in !== undefined
  return subjectOf(written.subject === undefined ? beside.target : targetOf(written.subject), {
    ...written,
    ...(inherits ? {in: beside.part?.in} : {})
  })
}

export function factOf(fact: WrittenFact, yaml: YamlText, path: Path): SubjectFact {
  return {
    subject: subjectOf(targetOf(fact.subject), fact),
    place: yaml.place(path),
    ...(fact.type === undefined ? {} : {type: fact.type}),
    ...(fact.stability === undefined ? {} : {stability: fact.stability}),
    ...(fact.note === undefined ? {} : {note: fact.note})
  }
}

const stated = (text: string): Stated => ({text})

/** Where the lines of a release stand on the timeline. */
export interface Among {
  readonly entry: number
  /** What the release adds was there by then. */
  readonly existing?: true | undefined
  /** The place of an earlier release. */
  readonly placeOf: (release: string) => number | undefined
}

/** The events that a line tells of: one, or two for a rename and a promotion. */
export function eventsOf(line: WrittenLine, among: Among, yaml: YamlText, path: Path, id: number): WrittenEvent[] {
  const {entry} = among
  const verb = VERBS.find(each => each in line) as Verb
  const written = line as Readonly<Record<string, unknown>> & Narrowed
  const target = targetOf(String(written[verb]))
  const subject = subjectOf(target, written)
  const place = yaml.place(path)
  const pick = <T>(key: string): T | undefined => written[key] as T | undefined
  const said = {
    ...copy('note', pick<string>('note')),
    ...copy('via', pick<string>('via')),
    ...copy('breaking', pick<boolean>('breaking')),
    ...copy('required', pick<boolean>('required')),
    ...copy('type', pick<string>('type')),
    ...copy('change', pick<string>('kind') as WrittenEvent['change']),
    ...copy('gates', pick<Record<string, string>>('met')),
    ...copy('about', pick<string>('about')),
    ...copy(
      'except',
      pick<string[]>('except')?.map(each => ({target: targetOf(each)}))
    )
  }
  const stability = copy('stability', pick<string>('stability'))
  const announced = pick<string>('announced')
  const ends = {
    ...(announced === undefined ? {} : {announced: announced === 'never' ? ('never' as const) : stated(announced)}),
    ...(pick('waiver') === undefined
      ? {}
      : {waiver: waiverOf(pick<WrittenWaiver>('waiver') as WrittenWaiver, yaml, [...path, 'waiver'])})
  }
  const promised = pick<string>('sunset')
  const isDropped = verb === 'rescheduled' && promised === 'never'
  const sunset = isDropped ? undefined : promised
  const replacement = pick<WrittenOther | 'none'>('replacement')
  const base = {verb, entry, place}
  if (verb === 'renamed' || verb === 'promoted') {
    const to = otherOf(pick<WrittenOther>('to') as WrittenOther, subject)
    if (verb === 'renamed' && isOne(subject, to)) {
      // Its word goes with the line: whoever calls it notices nothing, and nothing has ended.
      const {waiver} = ends
      return [
        {...base, breaking: false, ...said, ...copy('waiver', waiver), kind: 'changed', id, subject, counterpart: to}
      ]
    }
    const until = pick<string>('until')
    const old =
      until === undefined ? {kind: 'removed' as const, ...ends} : {kind: 'deprecated' as const, sunset: stated(until)}
    return [
      {...base, ...said, ...old, id, subject, replacement: to, counterpart: to},
      {...base, ...stability, id: id + 1, kind: 'introduced', subject: to, counterpart: subject}
    ]
  }
  const kind = verb === 'added' ? 'introduced' : verb
  return [
    {
      ...base,
      ...said,
      ...stability,
      ...ends,
      ...(isDropped ? {change: 'sunset-dropped' as const} : {}),
      ...byOf(kind, written, among, yaml, path),
      id,
      kind,
      subject,
      ...(sunset === undefined ? {} : {sunset: stated(sunset)}),
      ...replacedBy(replacement, subject)
    }
  ]
}

/** One endpoint of which only path parameters are called otherwise. */
const isOne = (old: Subject, to: Subject): boolean =>
  subjectKey(old) === subjectKey(to) && formatSubject(old) !== formatSubject(to)

function replacedBy(
  written: WrittenOther | 'none' | undefined,
  subject: Subject
): Pick<WrittenEvent, 'replacement' | 'unreplaced'> {
  if (written === undefined) return {}
  return written === 'none' ? {unreplaced: true} : {replacement: otherOf(written, subject)}
}

/** What is told of a first look, or of a look after a gap, may have been so before. */
function byOf(
  kind: WrittenEvent['kind'],
  {existing, after}: Readonly<Record<string, unknown>>,
  among: Among,
  yaml: YamlText,
  path: Path
): Pick<WrittenEvent, 'by'> {
  if (typeof after === 'string') {
    const place = among.placeOf(after)
    if (place !== undefined) return {by: {after: place}}
    throw refuse(
      `Unexpected release \`${after}\` for \`after\`, expected one before its own`,
      yaml.where([...path, 'after'])
    )
  }
  const isThere = existing === true || (among.existing && (kind === 'introduced' || kind === 'deprecated'))
  return isThere ? {by: {}} : {}
}

const copy = <Key extends string, Value>(key: Key, value: Value | undefined): {[K in Key]?: Value} =>
  (value === undefined ? {} : {[key]: value}) as {[K in Key]?: Value}
