import type {ChangeKind, Effect} from '../model/api/change.ts'
import type {Direction} from '../model/subject/subject.ts'
import {CRD_CHANGES} from './crd/catalog.ts'
import {GRAPHQL_CHANGES} from './graphql/catalog.ts'
import {kindOf} from './kinds.ts'
import {MCP_CHANGES} from './mcp/catalog.ts'
import {CHANGE_CATALOG, CHANGE_TOPICS} from './openapi/catalog/catalog.ts'
import type {ChangeExplanation} from './openapi/catalog/example.ts'

// The kinds of change of all languages, explained: for the page that lists them, and for the command line.

const CATALOG: Readonly<Record<string, ChangeExplanation>> = {
  ...CHANGE_CATALOG,
  ...CRD_CHANGES,
  ...GRAPHQL_CHANGES,
  ...MCP_CHANGES
}

/** The kinds by topic, with those that only one language has in topics of their own. */
export const KIND_TOPICS: readonly {readonly title: string; readonly kinds: readonly string[]}[] = [
  ...CHANGE_TOPICS,
  {title: 'Custom resources', kinds: Object.keys(CRD_CHANGES)},
  {title: 'GraphQL', kinds: Object.keys(GRAPHQL_CHANGES)},
  {title: 'Tools of MCP servers', kinds: Object.keys(MCP_CHANGES)}
]

const DECIDED = {
  always: 'Compatible if the schemas prove it, whatever the kind.',
  sometimes: 'Decided by the kind, unless the comparison proves another effect, or cannot tell.',
  never: 'Decided by the kind alone.'
} as const

/** A kind of change with its effects by default. */
export interface ExplainedKind extends ChangeExplanation {
  readonly kind: ChangeKind
  /** Effects by default, on the sides on which it can be observed. */
  readonly effects: Readonly<Partial<Record<Direction, Effect>>>
  /** What decides the effect, as a sentence. */
  readonly decided: string
  readonly isByKindAlone: boolean
  /** A kind whose policy entry applies to it, too. */
  readonly wider?: ChangeKind
  /** Whether it removes something that can be deprecated first. */
  readonly isRemoval: boolean
  /** Language of the example. */
  readonly syntax: 'graphql' | 'yaml'
}

/** Explains a kind of change. */
export function explainKind(kind: ChangeKind): ExplainedKind {
  const {proof = 'never', wider, effects, endsOn} = kindOf(kind)
  const explanation = CATALOG[kind]
  if (!explanation) throw new Error(`The kind of change \`${kind}\` isn't explained.`)
  return {
    ...explanation,
    kind,
    effects,
    decided: DECIDED[proof],
    isByKindAlone: proof === 'never',
    ...(wider ? {wider} : {}),
    isRemoval: endsOn.length > 0,
    syntax: kind in GRAPHQL_CHANGES ? 'graphql' : 'yaml'
  }
}
