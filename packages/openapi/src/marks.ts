import type {DeprecationNotice, Marks, WrittenMarks} from '@tenure/core/languages/language'
import {isCode} from '@tenure/core/model/location'
import {isEndpoint, isMember, isNamed, type SubjectPart} from '@tenure/core/model/subject/subject'
import {jsonText} from '@tenure/core/phrases/escape'

/** The lifecycle marks in a description: YAML keys, or tags in comments if the description is server code. */
export function openapiMarks(source: string, part?: SubjectPart): Marks {
  const {deprecated, ...others} = isCode(source) ? TAGS : KEYS
  // Values have no mark of their own.
  return part?.value === undefined ? {deprecated, ...others} : others
}

const KEYS = {
  deprecated: 'deprecated: true',
  since: 'x-deprecated-since: DAY',
  sunset: 'x-sunset: DAY',
  replacement: 'x-replaced-by: SUBJECT',
  stability: 'x-stability-level: LEVEL'
}

const TAGS = {...KEYS, deprecated: '@deprecated', since: '@deprecated since DAY', sunset: '@sunset DAY'}

export function writeOpenapiMarks(notice: DeprecationNotice, source: string): WrittenMarks {
  if (!isCode(source)) return {where: 'In the API description:', lines: noticeMarks(notice)}
  const {target, part} = notice.subject
  return {where: `In the code, above the ${part || isMember(target) ? 'field' : 'route'}:`, lines: noticeDoc(notice)}
}

const isDay = (text: string | undefined): boolean => text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Deprecation marks for the API description, as lines of YAML. */
function noticeMarks({subject: {target, part}, sunset, replacement}: DeprecationNotice): string[] {
  const instead = replacement && (replacement.part ? undefined : replacement.target.text)
  const marks = [
    'deprecated: true',
    ...(isDay(sunset) ? [`x-sunset: ${sunset}`] : []),
    ...(instead === undefined ? [] : [`x-replaced-by: ${/[{}[\],]|: /.test(instead) ? jsonText(instead) : instead}`])
  ]
  const below = (keys: readonly string[]): string[] => [
    ...keys.map((key, depth) => `${'  '.repeat(depth)}${key}:`),
    ...marks.map(mark => `${'  '.repeat(keys.length)}${mark}`)
  ]
  if (part?.value !== undefined) return []
  if (part?.field !== undefined) return below(['properties', part.field])
  if (part?.header !== undefined) return below(['headers', part.header])
  if (part?.parameter !== undefined) return [`- name: ${part.parameter}`, ...marks.map(mark => `  ${mark}`)]
  if (isEndpoint(target)) return below(['paths', target.path, target.verb?.toLowerCase() ?? ''])
  if (isMember(target)) return below(['components', 'schemas', target.type, 'properties', target.name])
  return marks
}

/**
 * The same marks as TSDoc for server code, above the route or the field. Empty for parts that have no comment of their
 * own.
 */
function noticeDoc({subject: {target, part}, sunset, replacement}: DeprecationNotice): string[] {
  if (part && (part.field === undefined || part.value !== undefined)) return []
  if (!part && !isEndpoint(target) && !isMember(target) && !isNamed(target)) return []
  const instead = replacement && !replacement.part ? ` Use ${replacement.target.text} instead.` : ''
  const tags = [`@deprecated${instead}`, ...(sunset === undefined ? [] : [`@sunset ${sunset}`])]
  return ['/**', ...tags.map(tag => ` * ${tag}`), ' */']
}
