import {formatTarget, type Subject, type SubjectPart, targetKey} from '../../model/subject/subject.ts'
import type {YamlValue} from './write.ts'

export type YamlMapContent = {[key: string]: YamlValue}

export const optionalEntry = (key: string, value: YamlValue | undefined): YamlMapContent =>
  value === undefined ? {} : {[key]: value}

export const toWrittenPart = (part: SubjectPart | undefined): YamlMapContent => ({...part})

/** The written form of a replacement: only the part if the target is the same, else the whole subject. */
export function toWrittenReplacement({target, part}: Subject, relativeTo: Subject): YamlValue {
  if (!part) return formatTarget(target)
  const inherits = part.in === undefined && relativeTo.part?.in !== undefined
  const isSameTarget =
    targetKey(target) === targetKey(relativeTo.target) && formatTarget(target) === formatTarget(relativeTo.target)
  return isSameTarget && !inherits ? toWrittenPart(part) : {subject: formatTarget(target), ...toWrittenPart(part)}
}
