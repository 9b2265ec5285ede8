import {isRecord} from '../../schema/json.ts'
import {type Flat, flatten, said} from '../flatten/flatten.ts'
import {type Desk, spotsOf} from '../schema-diff-context.ts'
import {restOf, saysWhatElse} from './additional-properties.ts'

/** The name of the fields of a map, of which a schema describes all at once. */
const MAP_FIELDS = '{}'

const KEYWORDS = ['additionalProperties', 'patternProperties', 'unevaluatedProperties'] as const

/** The keyword that gives fields of any name a schema; nothing where none does. */
function mapKeyword(flat: Flat): (typeof KEYWORDS)[number] | undefined {
  if (restOf(flat).is === 'schema') return 'additionalProperties'
  const patterns = said(flat, 'patternProperties').flatMap(({value}) => (isRecord(value) ? Object.values(value) : []))
  if (patterns.some(value => value !== false)) return 'patternProperties'
  const isHeld = said(flat, 'unevaluatedProperties').some(({value}) => isRecord(value) && Object.keys(value).length > 0)
  return isHeld && restOf(flat).is !== 'closed' ? 'unevaluatedProperties' : undefined
}

/** Whether a schema, or an alternative in it, documents fields that it does not name. */
const documentsOthers = (flat: Flat): boolean =>
  mapKeyword(flat) !== undefined ||
  saysWhatElse(flat) ||
  said(flat, 'unevaluatedProperties').some(({value}) => value !== false) ||
  flat.choices.some(({alternatives}) => alternatives.some(each => documentsOthers(flatten(each))))

/**
 * Whether a response documents the fields of a map no longer: clients that read them find none, or values of any type.
 * That the object says less, or takes no others, is then a fact of requests alone.
 */
export const losesMap = ({older, newer}: Desk): boolean => mapKeyword(older) !== undefined && !documentsOthers(newer)

export function tellLostMap(desk: Desk): void {
  const keyword = mapKeyword(desk.older)
  if (keyword === undefined) return
  desk.tell({kind: 'field-removed', about: MAP_FIELDS, ...spotsOf(desk, keyword), only: 'response'})
}
