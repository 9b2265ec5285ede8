import type {Place} from '../model/location.ts'
import {formatTarget, type Subject} from '../model/subject/subject.ts'
import type {Moment} from '../model/time/timeline.ts'
import type {WrittenSubject} from './formats/json-format.ts'

/** Subject as the keys of a history line. */
export const named = ({target, part}: Subject) => ({subject: formatTarget(target), ...part})

/** Subject as a single value: a string, or a map if it has parts. */
export const writtenSubject = (subject: Subject): WrittenSubject =>
  subject.part ? named(subject) : formatTarget(subject.target)

export const placeOf = ({source, pointer, line, column}: Place) => ({
  source,
  ...(pointer === undefined ? {} : {pointer}),
  ...(line === undefined ? {} : {line}),
  ...(column === undefined ? {} : {column})
})

export const momentOf = ({stated, when}: Moment) => ({stated, ...when})
