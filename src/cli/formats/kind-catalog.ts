import {kindOf} from '../../languages/kinds.ts'
import type {ChangeKind, Effect} from '../../model/api/change.ts'
import type {Direction} from '../../model/subject/subject.ts'

/** Explanation of a kind of change, as `docs/reference/kinds/` has it. */
interface KindExplanation {
  readonly title: string
  readonly means: string
  /** Two API descriptions in one text that differ only by this kind of change; absent where no comparison finds it. */
  readonly example?: string
}

/** The kinds of change by topic, as the build keeps them in `dist/kinds.json`. */
export type KindCatalog = readonly {
  readonly title: string
  /** Language of the examples. */
  readonly syntax: 'graphql' | 'yaml'
  readonly kinds: Readonly<Record<string, KindExplanation>>
}[]

const DECIDED = {
  always: 'Compatible if the schemas prove it, whatever the kind.',
  sometimes: 'Decided by the kind, unless the comparison proves another effect, or cannot tell.',
  never: 'Decided by the kind alone.'
} as const

/** A kind of change with its effects by default. */
export interface ExplainedKind extends KindExplanation {
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

/** Explains all kinds of change, in the order of their topics. */
export const explainKinds = (catalog: KindCatalog): ExplainedKind[] =>
  catalog.flatMap(({syntax, kinds}) =>
    Object.entries(kinds).map(([kind, explanation]) => {
      const {proof = 'never', wider, effects, endsOn} = kindOf(kind)
      return {
        ...explanation,
        kind,
        effects,
        decided: DECIDED[proof],
        isByKindAlone: proof === 'never',
        ...(wider ? {wider} : {}),
        isRemoval: endsOn.length > 0,
        syntax
      }
    })
  )
