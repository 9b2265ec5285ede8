import type {YamlText} from '../../documents/yaml/yaml-file.ts'
import {parseTarget} from '../../languages/languages.ts'
import {defined} from '../../model/defined.ts'
import {inputError} from '../../model/input-error.ts'
import {VERBS, type Verb, type Waiver} from '../../model/lifecycle/event.ts'
import type {StatedMoment, SubjectFact, WrittenEvent} from '../../model/lifecycle/history.ts'
import {
  formatSubject,
  PART_KINDS,
  type Subject,
  type SubjectPart,
  subjectKey,
  type Target,
  targetKey
} from '../../model/subject/subject.ts'
import {parseDateRange} from '../../model/time/date-range.ts'
import type {WrittenChange, WrittenFact, WrittenReplacement, WrittenWaiver} from './format.ts'
import type {YamlValue} from './write.ts'

type Path = readonly (string | number)[]

/** Parses a subject. The schema has already validated it, so failure isn't expected. */
function targetOf(text: string): Target {
  const target = parseTarget(text)
  if (!target) throw inputError(`\`${text}\` doesn't name an endpoint. Write \`METHOD /path\`.`)
  return target
}

type SubjectParts = {readonly [Kind in keyof SubjectPart]?: SubjectPart[Kind] | undefined}

/** A target narrowed to a part, if one is named. */
export function narrowSubject(target: Target, narrowed: SubjectParts): Subject {
  const keys = [...PART_KINDS, 'in' as const].filter(kind => narrowed[kind] !== undefined)
  if (keys.length === 0) return {target}
  return {target, part: Object.fromEntries(keys.map(kind => [kind, narrowed[kind]])) as SubjectPart}
}

/** A replacement: another subject, or another part of the same target. */
function readOther(written: WrittenReplacement, relativeTo: Subject): Subject {
  if (typeof written === 'string') {
    // A plain string is always a subject, even next to a field or another part.
    return {target: targetOf(written)}
  }
  const inherits = written.subject === undefined && written.in === undefined && relativeTo.part?.in !== undefined
  return narrowSubject(written.subject === undefined ? relativeTo.target : targetOf(written.subject), {
    ...written,
    ...(inherits ? {in: relativeTo.part?.in} : {})
  })
}

export function toSubjectFact(fact: WrittenFact, yaml: YamlText, path: Path): SubjectFact {
  return defined({
    subject: narrowSubject(targetOf(fact.subject), fact),
    place: yaml.place(path),
    type: fact.type,
    stability: fact.stability,
    note: fact.note
  })
}

const toStated = (text: string): StatedMoment => ({text})

/** The context of a change: its release, and how to find earlier releases. */
export interface ChangeContext {
  readonly entry: number
  /** Whether everything that the release adds may be older than it. */
  readonly existing?: true | undefined
  /** The index of an earlier release; `undefined` if there is none. */
  readonly placeOf: (release: string) => number | undefined
}

/** The events of a change: one, or two for `renamed` and `promoted`. */
export function toEvents(
  line: WrittenChange,
  among: ChangeContext,
  yaml: YamlText,
  path: Path,
  id: number
): WrittenEvent[] {
  const {entry} = among
  const verb = VERBS.find(each => each in line) as Verb
  const written = line as Readonly<Record<string, unknown>> & SubjectParts
  const target = targetOf(String(written[verb]))
  const subject = narrowSubject(target, written)
  const place = yaml.place(path)
  const pick = <T>(key: string): T | undefined => written[key] as T | undefined
  const details = defined({
    note: pick<string>('note'),
    via: pick<string>('via'),
    breaking: pick<boolean>('breaking'),
    required: pick<boolean>('required'),
    type: pick<string>('type'),
    change: pick<string>('kind') as WrittenEvent['change'],
    met: pick<Record<string, string>>('met'),
    about: pick<string>('about'),
    except: pick<string[]>('except')?.map(each => ({target: targetOf(each)}))
  })
  const stability = defined({stability: pick<string>('stability')})
  const announced = pick<string>('announced')
  const waiver = pick<WrittenWaiver>('waiver')
  const ends = defined({
    announced: announced === undefined || announced === 'never' ? announced : toStated(announced),
    waiver: waiver && toWaiver(waiver, yaml, [...path, 'waiver'])
  })
  const writtenSunset = pick<string>('sunset')
  const isDropped = verb === 'rescheduled' && writtenSunset === 'never'
  const sunset = isDropped ? undefined : writtenSunset
  const replacement = pick<WrittenReplacement | 'none'>('replacement')
  const base = {verb, entry, place}
  if (verb === 'renamed' || verb === 'promoted') {
    const to = readOther(pick<WrittenReplacement>('to') as WrittenReplacement, subject)
    if (verb === 'renamed' && differsInParameterNamesOnly(subject, to)) {
      // Only path parameters are renamed, so nothing is removed, and the change is compatible unless the line sets
      // `breaking`.
      return [
        defined({
          ...base,
          breaking: false,
          ...details,
          waiver: ends.waiver,
          kind: 'changed',
          id,
          subject,
          counterpart: to
        })
      ]
    }
    const until = pick<string>('oldUntil')
    const old =
      until === undefined ? {kind: 'removed' as const, ...ends} : {kind: 'deprecated' as const, sunset: toStated(until)}
    return [
      {...base, ...details, ...old, id, subject, replacement: to, counterpart: to},
      {...base, ...stability, id: id + 1, kind: 'introduced', subject: to, counterpart: subject}
    ]
  }
  const kind = verb === 'added' ? 'introduced' : verb
  return [
    {
      ...base,
      ...details,
      ...stability,
      ...ends,
      ...(isDropped ? {change: 'sunset-dropped' as const} : {}),
      ...readBy(kind, written, among, yaml, path),
      id,
      kind,
      subject,
      ...(sunset === undefined ? {} : {sunset: toStated(sunset)}),
      ...readReplacement(replacement, subject)
    }
  ]
}

/** Whether both are the same endpoint apart from the names of path parameters. */
const differsInParameterNamesOnly = (old: Subject, to: Subject): boolean =>
  subjectKey(old) === subjectKey(to) && formatSubject(old) !== formatSubject(to)

function readReplacement(
  written: WrittenReplacement | 'none' | undefined,
  subject: Subject
): Pick<WrittenEvent, 'replacement' | 'unreplaced'> {
  if (written === undefined) return {}
  return written === 'none' ? {unreplaced: true} : {replacement: readOther(written, subject)}
}

/**
 * Sets `by` on events that may have happened earlier: in an initial recording (`existing`), or after a gap (`after`).
 * Throws an `InputError` if the release of `after` isn't an earlier one.
 */
function readBy(
  kind: WrittenEvent['kind'],
  {existing, after}: Readonly<Record<string, unknown>>,
  among: ChangeContext,
  yaml: YamlText,
  path: Path
): Pick<WrittenEvent, 'by'> {
  if (typeof after === 'string') {
    const place = among.placeOf(after)
    if (place !== undefined) return {by: {after: place}}
    throw inputError(`\`after: ${after}\` must name an earlier release than its own.`, yaml.where([...path, 'after']))
  }
  const isThere = existing === true || (among.existing && (kind === 'introduced' || kind === 'deprecated'))
  return isThere ? {by: {}} : {}
}

/** Converts a waiver from a history or configuration file. */
export function toWaiver(written: WrittenWaiver, yaml: YamlText, path: readonly PropertyKey[]): Waiver {
  const approved = written.approved === undefined ? undefined : parseDateRange(written.approved)
  const until = written.until === undefined ? undefined : parseDateRange(written.until)
  return defined({
    reason: written.reason,
    place: yaml.place(path),
    approver: written.approver,
    approved,
    until,
    note: written.note,
    evidence: written.evidence
  })
}

export type YamlMapContent = {[key: string]: YamlValue}

export const toWrittenPart = (part: SubjectPart | undefined): YamlMapContent => ({...part})

/** The written form of a replacement: only the part if the target is the same, else the whole subject. */
export function toWrittenReplacement({target, part}: Subject, relativeTo: Subject): YamlValue {
  if (!part) return target.text
  const inherits = part.in === undefined && relativeTo.part?.in !== undefined
  const isSameTarget = targetKey(target) === targetKey(relativeTo.target) && target.text === relativeTo.target.text
  return isSameTarget && !inherits ? toWrittenPart(part) : {subject: target.text, ...toWrittenPart(part)}
}
