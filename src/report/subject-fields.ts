import type {SourceLocation} from '../model/location.ts'
import {formatTarget, type Subject} from '../model/subject/subject.ts'
import type {Moment} from '../model/time/timeline.ts'
import type {WrittenSubject} from './formats/json-format.ts'

/** Subject as the keys of a history line. */
export const subjectFields = ({target, part}: Subject) => ({subject: formatTarget(target), ...part})

/** Subject as a single value: a string, or a map if it has parts. */
export const writtenSubject = (subject: Subject): WrittenSubject =>
  subject.part ? subjectFields(subject) : formatTarget(subject.target)

export const placeJson = ({source, pointer, line, column}: SourceLocation) => ({
  source,
  ...(pointer === undefined ? {} : {pointer}),
  ...(line === undefined ? {} : {line}),
  ...(column === undefined ? {} : {column})
})

export const momentJson = ({stated, when}: Moment) => ({stated, ...when})
