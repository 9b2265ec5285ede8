import {CORE_SCHEMA, type LoadOptions, type State, Type} from 'js-yaml'
import {MAX_NESTING_DEPTH} from '../../stores/files/nesting-depth.ts'

/** The parser's nesting limit. It's above ours, which is checked afterward, because it also counts keys and scalars. */
const MAX_PARSER_DEPTH = MAX_NESTING_DEPTH + 10

// YAML 1.2's core schema has no merge keys, but Redocly and other tools accept them in descriptions.
const MERGE = new Type('tag:yaml.org,2002:merge', {kind: 'scalar', resolve: data => data === '<<'})

/**
 * Options of the parser, with limits that its types don't declare: on nesting, and on the total number of merged keys.
 */
export const YAML_OPTIONS: LoadOptions & {readonly maxDepth: number; readonly maxTotalMergeKeys: number} = {
  schema: CORE_SCHEMA.extend({implicit: [MERGE]}),
  json: false,
  maxDepth: MAX_PARSER_DEPTH,
  maxTotalMergeKeys: 100_000
}

/** The parser's internal state, with properties that its types don't declare. */
export interface YamlParserState extends Omit<State, 'onWarning'> {
  readonly depth: number
  readonly anchor: string | null
  listener: unknown
  onWarning: unknown
}
