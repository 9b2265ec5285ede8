import {parseTarget} from '@tenure/core/languages/languages'
import {defined} from '@tenure/core/model/defined'
import type {Verb} from '@tenure/core/model/lifecycle/event'
import {memberTarget} from '@tenure/core/model/subject/field'
import {isMember, type Subject, type Target} from '@tenure/core/model/subject/subject'
import {flatCode, MARKS, noteText} from '@tenure/core/phrases/text-pieces'
import {
  findResource,
  type KnownNames,
  normalizeSentence,
  readAddedFields,
  readOperationChange,
  splitIntoSentences,
  type TextSentence
} from '@tenure/core/text/inline-code'
import {optionalField, type StatementText} from '@tenure/core/text/statement'
import {
  readClause,
  readClauses,
  readFreeFormSentence,
  readNote,
  readSentence
} from '@tenure/core/text/statement-sentences'
import {readSubject, SUBJECT_PATTERN} from '@tenure/core/text/subject-phrase'
import {METHODS, operationTarget} from '@tenure/openapi/subjects'
import {readChangelogSentence} from './changelog-sentences.ts'
import type {GroupHeading} from './group-headings.ts'
import {isFieldName, isFileName, isResource} from './part-names.ts'
import {sunsetIn} from './sentence-reader.ts'
import type {KnownMethods} from './sentence-tokens.ts'

/** Names in a document, and the methods with which it names its paths. */
export interface ChangelogNames extends KnownNames {
  readonly methods: KnownMethods
}

/** Parses a rendered line: a sentence with a verb, further clauses, and a note. `undefined` if it has another form. */
export function readExactLine(text: string): StatementText | undefined {
  const sentence = readSentence(text, 0)
  if (!sentence) return undefined
  const {value, end} = readClauses(text, sentence.end, sentence.value)
  return {...value, ...optionalField('note', readNote(text.slice(end)))}
}

export interface Prose {
  readonly said: readonly StatementText[]
  /** The sentences that describe no event, verbatim. */
  readonly rest: readonly string[]
}

/**
 * Reads sentences in free form. In a list item, a sentence after an event that isn't an event itself is its note; in a
 * cell or paragraph, it belongs to no event.
 */
export function readProse(text: string, place: 'item' | 'text', known: ChangelogNames, group?: Verb): Prose {
  const said: StatementText[] = []
  const rest: string[] = []
  /** Index of the first event of the last sentence that described any. */
  let latest = 0
  for (const sentence of splitIntoSentences(text)) {
    if (NO_CHANGE.test(noteText(sentence.text).trim())) continue
    const last = said.at(-1)
    const clause = last && readWholeClause(normalizeSentence(sentence.text, known), last)
    if (last && clause) {
      said[said.length - 1] = {...last, ...clause}
      continue
    }
    const found = readLoose(sentence, known, group)
    if (found.length > 0) {
      latest = said.length
      said.push(...found)
    } else if (last && place === 'item') {
      const note = noteText(sentence.text).trim()
      const sunset = namesEndpoint(sentence.text) ? undefined : sunsetIn(sentence.text)
      for (let at = latest; sunset !== undefined && at < said.length; at += 1) {
        const each = said[at]
        if (each?.verb === 'deprecated') said[at] = {sunset, ...each}
      }
      said[said.length - 1] = {...last, ...said.at(-1), note: last.note === undefined ? note : `${last.note} ${note}`}
    } else rest.push(noteText(sentence.text).trim())
  }
  return {said, rest}
}

/** Texts that people write for a release without changes. */
const NO_CHANGE = /^(?:(?:no (?:API )?changes?|none|nothing|nil|n\/a)[.!]?|[-–—])$/i

/** Whether a sentence is about an endpoint of its own. */
const namesEndpoint = (sentence: string): boolean => ENDPOINT_NAME.test(noteText(sentence))
const ENDPOINT_NAME = new RegExp(`\\b(?:${METHODS.join('|')}) +/`)

/** Whether any sentence of the text describes an event. */
export const describesEvent = (text: string, known: ChangelogNames): boolean =>
  splitIntoSentences(text).some(sentence => readLoose(sentence, known).length > 0)

function readWholeClause(text: string, before: StatementText): Partial<StatementText> | undefined {
  const clause = readClause(text, 0, before)
  return clause && clause.end >= text.length ? clause.value : undefined
}

/** The events of one sentence. If it has content beyond the event, its full text becomes the note. */
function readLoose(sentence: TextSentence, known: ChangelogNames, group?: Verb): StatementText[] {
  const note = noteText(sentence.text).trim()
  const text = normalizeSentence(sentence.text, known).trim()
  const exact = readSentence(text, 0)
  if (exact && exact.end >= text.length && isCertain(exact.value, known)) return [exact.value]
  const loose = readFreeFormSentence(text)
  if (loose && isCertain(loose, known)) {
    const instead = readWholeClause(/, (use .*)$/i.exec(text)?.[1] ?? '', loose)
    return [instead ? {...loose, ...instead} : {...loose, note}]
  }
  const found = readChangelogSentence(sentence.text, {methods: known.methods, group})
  if (found.length > 0) return found
  const gained = readAddedFields(sentence.text, known)
  if (gained) {
    return gained.names.map(name => ({
      verb: 'added',
      subject: {target: memberTarget(gained.resource, name)}
    }))
  }
  const [, claim, words] = CLAIMED.exec(sentence.text) ?? []
  const breaking = claim === undefined ? undefined : claim.toLowerCase() === 'breaking'
  const operation = readOperationChange(words ?? sentence.text, known)
  const target =
    operation === undefined
      ? words &&
        parseTarget(findResource(words.replace(/ (?:can|now|accepts|may|returns|is|has)\b.*$/is, ''), known) ?? '')
      : operationTarget(operation)
  if (!target) return []
  return [defined({verb: 'changed', subject: {target}, breaking, note})]
}

const CLAIMED = /^(breaking|non-breaking): (.*)$/is

const LEADING_SUBJECTS = new RegExp(`^${SUBJECT_PATTERN}(?:(?:, | and |, and | & )${SUBJECT_PATTERN})*`, 'i')
const ANY_SUBJECT = new RegExp(SUBJECT_PATTERN, 'gi')
const REPLACEMENT = new RegExp(
  `^(?:use|replaced by|replaced with|superseded by|in favou?r of|see|→|->|=>)\\s+(${SUBJECT_PATTERN})(?: instead)?$`,
  'i'
)

/** Words after a subject that make the line a sentence of its own. */
const SENTENCE_REST =
  /^(?:end-?points? )?(?:was|were|from|only|in (?!favou?r)|stays?|remains?|not|now|no|has|have|can|will|returns?|accepts?|supports?|includes?|takes?|allows?|requires?|is|are)\b/i

/** Words that may follow a subject if all of it was added, deprecated, or removed. */
const ENDS_SUBJECT = new RegExp(
  `^(?:(?:end-?points?|routes?|operations?|methods?|API)\\b)?[\\s)]*(?:$|[→=.;–—-]|\\((?!(?:only|except|unless|for|on|if|when)\\b)|[:,](?! (?:the |an? |only |except |unless |for |on |if |when )*(?:[${MARKS.code[0]}]|(?:new |query |request |response )*(?:fields?|parameters?|headers?|options?)\\b))|(?:use|replaced|superseded|in favou?r|see|because|as|since|to)\\b)`,
  'i'
)

/**
 * Whether a target is part of an API, and not the name of a file, a package, or a pattern: `*.aci`, `clientv3.Lease`.
 */
const isApiTarget = (target: Target, known: ChangelogNames): boolean =>
  !isMember(target) ||
  known.resources.includes(target.type) ||
  (isResource(target.type) && isFieldName(target.name) && !isFileName(target.text))

/** Whether a statement is certainly about an API, which a statement with two names, such as a renaming, always is. */
const isCertain = ({subject, to}: StatementText, known: ChangelogNames): boolean =>
  to !== undefined || isApiTarget(subject.target, known)

/**
 * Reads a line under a group heading, such as `Added`, that begins with its subjects. The rest of the line is kept as
 * the note.
 */
export function readGrouped(text: string, group: GroupHeading, known: ChangelogNames): StatementText[] {
  const loosened = normalizeSentence(text, known)
  const leading = LEADING_SUBJECTS.exec(loosened)?.[0]
  if (leading === undefined) return []
  const subjects = (leading.match(ANY_SUBJECT) ?? []).map(readSubject).filter(subject => subject !== undefined)
  if (!subjects.every(({target}) => isApiTarget(target, known))) return []
  const rest = loosened.slice(leading.length).trim()
  // The rest is a sentence of its own, limits what the heading applies to, or is about a part of the endpoint.
  if (SENTENCE_REST.test(rest) || (group.verb !== 'changed' && !ENDS_SUBJECT.test(rest))) return []
  const words = rest.replace(/^[\s:,;.(–—-]+|[\s.)]+$/g, '')
  const replacement = readSubject(REPLACEMENT.exec(words)?.[1] ?? '')
  const note = replacement || words === '' ? undefined : noteText(text).trim()
  return subjects.map(subject => defined({...group, subject, replacement, ...optionalField('note', note)}))
}

/** Whether a cell without code names a target, and isn't only a text with a period: `see the old desk (desk.md)`. */
const isNamed = (target: Target): boolean =>
  !isMember(target) || (isFieldName(target.type) && isFieldName(target.name) && !isFileName(target.text))

const SUBJECT_PART = /^(.*?), (field|parameter|header|value) (\S+)$/i

/** The subjects that a cell names; empty if it names none or has other content. */
export function readSubjectsCell(cell: string, known: ChangelogNames): Subject[] {
  const lines = cell.split('\n').filter(line => line.trim() !== '')
  const found = lines.map(line => readCellSubject(line.trim(), known))
  return found.every(subject => subject !== undefined) ? found : []
}

function readCellSubject(cell: string, known: ChangelogNames): Subject | undefined {
  const whole = new RegExp(`^${SUBJECT_PATTERN}$`, 'i')
  const text = normalizeSentence(cell, known)
  if (whole.test(text)) return readSubject(text)
  const [, before, kind, name] = SUBJECT_PART.exec(text) ?? []
  if (before !== undefined && kind !== undefined && name !== undefined && whole.test(before)) {
    const subject = readSubject(before)
    return subject && {...subject, part: {...subject.part, [kind.toLowerCase()]: noteText(name).replaceAll('`', '')}}
  }
  const target = parseTarget(noteText(text).replaceAll('`', ''))
  if (target && isNamed(target)) return {target}
  return known.operations.has(text) ? readSubject(`operation ${flatCode(text)}`) : undefined
}
