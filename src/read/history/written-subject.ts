import {formatTarget, type Part, type Subject, targetKey} from '../../model/subject/subject.ts'
import type {Plain} from './write.ts'

export type PlainMap = {[key: string]: Plain}

export const some = (key: string, value: Plain | undefined): PlainMap => (value === undefined ? {} : {[key]: value})

export const writtenPart = (part: Part | undefined): PlainMap => ({...part})

/** The written form of a replacement: only the part if the target is the same, else the whole subject. */
export function writtenOther({target, part}: Subject, beside: Subject): Plain {
  if (!part) return formatTarget(target)
  const inherits = part.in === undefined && beside.part?.in !== undefined
  const isSameTarget =
    targetKey(target) === targetKey(beside.target) && formatTarget(target) === formatTarget(beside.target)
  return isSameTarget && !inherits ? writtenPart(part) : {subject: formatTarget(target), ...writtenPart(part)}
}
