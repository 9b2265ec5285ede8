import {formatTarget, type Part, type Subject, targetKey} from '../../model/subject/subject.ts'
import type {Plain} from './write.ts'

export type PlainMap = {[key: string]: Plain}

export const some = (key: string, value: Plain | undefined): PlainMap => (value === undefined ? {} : {[key]: value})

export const writtenPart = (part: Part | undefined): PlainMap => ({...part})

/** The written form of a replacement: only the part if the target is the same, else the whole subject. */
export function writtenOther({target, part}: Subject, relativeTo: Subject): Plain {
  if (!part) return formatTarget(target)
  const inherits = part.in === undefined && relativeTo.part?.in !== undefined
  const isSameTarget =
    targetKey(target) === targetKey(relativeTo.target) && formatTarget(target) === formatTarget(relativeTo.target)
  return isSameTarget && !inherits ? writtenPart(part) : {subject: formatTarget(target), ...writtenPart(part)}
}
