import {isRecord} from '../../schema/json.ts'
import {type FlatSchema, flatten, keywordValues} from '../flatten/flatten.ts'
import {locateKeywordOnBoth, type SchemaDiffContext} from '../schema-diff-context.ts'
import {acceptsOthersExplicitly, additionalPropertiesOf} from './additional-properties.ts'

/** The name for the fields of a map, which share one schema. */
const MAP_FIELDS = '{}'

const KEYWORDS = ['additionalProperties', 'patternProperties', 'unevaluatedProperties'] as const

/** The keyword that gives a schema to fields of any name; `undefined` if there is none. */
function mapKeyword(flat: FlatSchema): (typeof KEYWORDS)[number] | undefined {
  if (additionalPropertiesOf(flat).is === 'schema') return 'additionalProperties'
  const patterns = keywordValues(flat, 'patternProperties').flatMap(({value}) =>
    isRecord(value) ? Object.values(value) : []
  )
  if (patterns.some(value => value !== false)) return 'patternProperties'
  const isHeld = keywordValues(flat, 'unevaluatedProperties').some(
    ({value}) => isRecord(value) && Object.keys(value).length > 0
  )
  return isHeld && additionalPropertiesOf(flat).is !== 'closed' ? 'unevaluatedProperties' : undefined
}

/** Whether a schema, or one of its alternatives, documents fields that it doesn't name. */
const documentsOthers = (flat: FlatSchema): boolean =>
  mapKeyword(flat) !== undefined ||
  acceptsOthersExplicitly(flat) ||
  keywordValues(flat, 'unevaluatedProperties').some(({value}) => value !== false) ||
  flat.choices.some(({alternatives}) => alternatives.some(each => documentsOthers(flatten(each))))

/**
 * Whether a response no longer documents the fields of a map, so that clients find none, or find values of any type.
 * Other changes in which properties the object accepts then concern requests only.
 */
export const losesMap = ({older, newer}: SchemaDiffContext): boolean =>
  mapKeyword(older) !== undefined && !documentsOthers(newer)

export function reportLostMap(context: SchemaDiffContext): void {
  const keyword = mapKeyword(context.older)
  if (keyword === undefined) return
  context.report({kind: 'field-removed', about: MAP_FIELDS, ...locateKeywordOnBoth(context, keyword), only: 'response'})
}
